package dev.airlock.formats.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.SegmentedStringWriter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads exactly one JSON document (RFC 8259) and writes values back without changing them.
 *
 * <p>Reading refuses everything that RFC 8259 leaves open: duplicate names, bytes that are not UTF-8, a byte order mark, anything after the
 * document, nesting beyond {@value #MAX_NESTING}, and numbers of more than {@value #MAX_NUMBER_CHARS} characters or with an exponent beyond
 * {@value #MAX_EXPONENT} in either direction. All other numbers keep their value ({@code 9007199254740993}, {@code 1.10}, {@code 1e400};
 * {@code -0} is 0). A lone surrogate, which only an escape can express, is refused in a name; in a text it is read unchanged and written as
 * an escape again. Thread-safe; keeps nothing of the documents that it read.
 */
public final class StrictJson {
    /** The deepest nesting of arrays and objects. */
    public static final int MAX_NESTING = 1000;

    /** The most tokens (names, values, brackets) of a document, which bounds the memory that a small text can take. */
    public static final int MAX_TOKENS = 400_000;

    /** The most characters of a number. */
    public static final int MAX_NUMBER_CHARS = 10_000;

    /** The greatest distance of a number's decimal point from its last digit, which keeps arithmetic with it quick. */
    public static final int MAX_EXPONENT = 100_000;

    private static final int MAX_TEXT = 64 << 20;

    /** The deepest nesting of a written document, which leaves room for the levels that Airlock puts around a document. */
    private static final int MAX_WRITTEN_NESTING = MAX_NESTING + 100;

    private static final JsonFactory FACTORY = factory(MAX_TEXT).build();

    private static final DefaultIndenter LINE_BREAKS = new DefaultIndenter("  ", "\n");

    private static final DefaultPrettyPrinter INDENTED = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withObjectIndenter(LINE_BREAKS)
            .withArrayIndenter(LINE_BREAKS);

    private StrictJson() {}

    /** Returns a builder of factories whose parsers are as strict as this class says and take names of at most that many characters. */
    static JsonFactoryBuilder factory(int maxNameChars) {
        JsonFactoryBuilder builder = new JsonFactoryBuilder();
        return builder.streamReadConstraints(StreamReadConstraints.builder()
                        .maxTokenCount(MAX_TOKENS)
                        .maxNestingDepth(MAX_NESTING)
                        .maxStringLength(MAX_TEXT)
                        .maxNameLength(maxNameChars)
                        .maxNumberLength(MAX_NUMBER_CHARS)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(MAX_WRITTEN_NESTING)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                // an attacker could fill a table of names that outlives a document, or cause collisions in it
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES);
    }

    /** Reads UTF-8 bytes as one document. */
    public static JsonNode read(byte[] utf8) throws MalformedJsonException {
        return read(utf8, () -> {});
    }

    /**
     * Reads UTF-8 bytes as one document.
     *
     * @param look runs after every few thousand characters; an exception from it ends the reading
     */
    public static JsonNode read(byte[] utf8, Runnable look) throws MalformedJsonException {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw notUtf8();
        }
        return read(text, look);
    }

    static MalformedJsonException notUtf8() {
        return new MalformedJsonException("it is not valid UTF-8");
    }

    static MalformedJsonException byteOrderMark() {
        return new MalformedJsonException("it starts with a byte order mark");
    }

    /** Reads a text as one document. */
    public static JsonNode read(String text) throws MalformedJsonException {
        return read(text, () -> {});
    }

    private static JsonNode read(String text, Runnable look) throws MalformedJsonException {
        if (text.startsWith("\uFEFF")) {
            throw byteOrderMark();
        }
        try (JsonParser parser = FACTORY.createParser(new WatchedText(text, look))) {
            JsonNode document = readDocument(parser);
            requireEnd(parser);
            return document;
        } catch (IOException e) {
            throw new UncheckedIOException("a StringReader does not fail", e);
        }
    }

    private static JsonNode readDocument(JsonParser parser) throws IOException, MalformedJsonException {
        try {
            return TreeReader.read(parser).orElseThrow(StrictJson::empty);
        } catch (JsonProcessingException e) {
            throw malformed(e);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new MalformedJsonException("a number is out of range");
        }
    }

    static MalformedJsonException empty() {
        return new MalformedJsonException("it is empty");
    }

    static void requireEnd(JsonParser parser) throws IOException, MalformedJsonException {
        boolean atEnd;
        try {
            atEnd = parser.nextToken() == null;
        } catch (JsonProcessingException e) {
            atEnd = false;
        }
        if (!atEnd) {
            throw new MalformedJsonException(at("something follows the document", parser.currentTokenLocation()));
        }
    }

    /** Returns the document on one line, with every value as it was read. */
    public static String write(JsonNode node) {
        return write(node, null);
    }

    /** Returns the document indented for a person. */
    public static String writeIndented(JsonNode node) {
        return write(node, INDENTED.createInstance());
    }

    private static String write(JsonNode node, @Nullable PrettyPrinter form) {
        try (SegmentedStringWriter text = new SegmentedStringWriter(FACTORY._getBufferRecycler())) {
            try (JsonGenerator out = FACTORY.createGenerator(text)) {
                if (form != null) {
                    out.setPrettyPrinter(form);
                }
                TreeWriter.write(node, out);
            }
            return escapeLoneSurrogates(text.getAndClear());
        } catch (IOException e) {
            throw new IllegalArgumentException("not a JSON tree", e);
        }
    }

    static MalformedJsonException malformed(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return new MalformedJsonException("it nests deeper than " + MAX_NESTING + " levels, has more than "
                    + MAX_TOKENS + " tokens, or has a number or a text that is too long");
        }
        return new MalformedJsonException(describe(e));
    }

    private static String describe(JsonProcessingException e) {
        String original = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
        boolean duplicate = original.startsWith("Duplicate ");
        return at(duplicate ? "it has the same name twice in one object" : "it is not JSON", e.getLocation());
    }

    private static String at(String what, @Nullable JsonLocation where) {
        return where == null
                ? what
                : String.format(Locale.ROOT, "%s (line %d, column %d)", what, where.getLineNr(), where.getColumnNr());
    }

    /** Escapes lone surrogates, because UTF-8 cannot encode them and a JSON text can escape them. */
    private static String escapeLoneSurrogates(String json) {
        int at = firstLoneSurrogate(json, 0);
        if (at < 0) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.length() + 16);
        int from = 0;
        for (; at >= 0; at = firstLoneSurrogate(json, from)) {
            out.append(json, from, at).append(String.format(Locale.ROOT, "\\u%04x", (int) json.charAt(at)));
            from = at + 1;
        }
        return out.append(json, from, json.length()).toString();
    }

    private static int firstLoneSurrogate(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    /** A text that runs a callback each time a piece of it is read. */
    private static final class WatchedText extends StringReader {
        private final Runnable look;

        WatchedText(String text, Runnable look) {
            super(text);
            this.look = look;
        }

        @Override
        public int read(char[] target, int offset, int length) throws IOException {
            look.run();
            return super.read(target, offset, length);
        }
    }
}
