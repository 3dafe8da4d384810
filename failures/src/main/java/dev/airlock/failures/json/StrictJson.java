package dev.airlock.failures.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads exactly one JSON document (RFC 8259) and writes values back without changing them.
 *
 * <p>Reading refuses what RFC 8259 leaves to chance: duplicate names, bytes that are not UTF-8, anything after the
 * document, and nesting beyond {@value #MAX_NESTING}. Numbers keep their value whatever their size ({@code
 * 9007199254740993}, {@code 1.10}). A lone surrogate, which only an escape can express, is read as it is and written as
 * an escape again. Thread-safe.
 */
public final class StrictJson {
    /** How deep arrays and objects may nest. */
    public static final int MAX_NESTING = 1000;

    private static final int MAX_TEXT = 64 << 20;
    private static final int MAX_NUMBER_CHARS = 10_000;

    private static final ObjectMapper MAPPER = JsonMapper.builder(new JsonFactoryBuilder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .maxStringLength(MAX_TEXT)
                            .maxNameLength(MAX_TEXT)
                            .maxNumberLength(MAX_NUMBER_CHARS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .disable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private StrictJson() {}

    /** Reads UTF-8 bytes as one document. */
    public static JsonNode read(byte[] utf8) throws MalformedJsonException {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("it is not valid UTF-8");
        }
        return read(text);
    }

    /** Reads a text as one document. */
    public static JsonNode read(String text) throws MalformedJsonException {
        JsonNode node;
        try {
            node = MAPPER.readTree(new StringReader(text));
        } catch (StreamConstraintsException e) {
            throw new MalformedJsonException(
                    "it nests deeper than " + MAX_NESTING + " levels, or has a number or a text that is too long");
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(describe(e));
        } catch (IOException e) {
            throw new UncheckedIOException("a StringReader does not fail", e);
        }
        if (node.isMissingNode()) {
            throw new MalformedJsonException("it is empty");
        }
        return node;
    }

    /** The document on one line, every value as it was read. */
    public static String write(JsonNode node) {
        try {
            return escapeLoneSurrogates(MAPPER.writeValueAsString(node));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON tree", e);
        }
    }

    /** The document indented for a person. */
    public static String writeIndented(JsonNode node) {
        try {
            return escapeLoneSurrogates(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON tree", e);
        }
    }

    private static String describe(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        String original = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
        String what = original.startsWith("Duplicate field")
                ? "it has the same name twice in one object"
                : original.startsWith("Trailing token") ? "something follows the document" : "it is not JSON";
        return at == null
                ? what
                : String.format(Locale.ROOT, "%s (line %d, column %d)", what, at.getLineNr(), at.getColumnNr());
    }

    /** A surrogate without its partner cannot be encoded in UTF-8; inside a JSON text its escape can. */
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
}
