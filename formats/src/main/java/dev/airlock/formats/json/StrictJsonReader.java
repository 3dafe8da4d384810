package dev.airlock.formats.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON document token by token, as strictly as {@link StrictJson} and with the same messages. It keeps only the names of the open
 * objects. It reads a string's characters in place, so an overlong string costs no memory.
 *
 * <pre>{@code
 * StrictJsonReader reader = StrictJsonReader.of(utf8);
 * if (reader.next() != JsonToken.START_OBJECT) { … }
 * }</pre>
 *
 * <p>Columns in messages count bytes. Not thread-safe.
 */
public final class StrictJsonReader {
    /** The approximate number of characters that a name may have. */
    public static final int MAX_NAME_CHARS = 64 << 10;

    private static final int DECODED_AT_ONCE = 8 << 10;

    private final byte[] utf8;
    private final JsonParser parser;
    private @Nullable JsonToken ahead;
    private boolean looksAhead;

    private StrictJsonReader(byte[] utf8, JsonParser parser) {
        this.utf8 = utf8;
        this.parser = parser;
    }

    /**
     * Returns a reader that is before the first token.
     *
     * @param utf8 the document; it is not copied and must not change while it is read
     * @throws MalformedJsonException if it is not UTF-8, or starts with a byte order mark
     */
    public static StrictJsonReader of(byte[] utf8) throws MalformedJsonException {
        requireUtf8(utf8);
        if (utf8.length >= 3 && (utf8[0] & 0xFF) == 0xEF && (utf8[1] & 0xFF) == 0xBB && (utf8[2] & 0xFF) == 0xBF) {
            throw StrictJson.byteOrderMark();
        }
        try {
            return new StrictJsonReader(utf8, ownFactory().createParser(utf8));
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    /**
     * Returns a factory for one parser. Only a parser with a table of names reads bytes without decoding them first; with its own factory,
     * the table lives no longer than the parser.
     */
    private static JsonFactory ownFactory() {
        return StrictJson.factory(MAX_NAME_CHARS)
                .enable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    /**
     * Advances to the next token of the document.
     *
     * @throws MalformedJsonException if there is none, or it is not well-formed
     */
    public JsonToken next() throws MalformedJsonException {
        JsonToken token = looksAhead ? ahead : advance();
        looksAhead = false;
        if (token == null) {
            throw StrictJson.empty();
        }
        return token;
    }

    /** Returns the name at the current token. */
    public String name() {
        try {
            return parser.currentName();
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    /** Returns at most that many of the first characters of the string at the current token. Call it once for each token. */
    public String textStart(int mostChars) throws MalformedJsonException {
        return text().start(mostChars);
    }

    /**
     * Returns the string at the current token in UTF-8; empty if it has a lone surrogate, which UTF-8 cannot encode. Call it once for each
     * token.
     */
    public Optional<byte[]> utf8() throws MalformedJsonException {
        return text().toUtf8();
    }

    /**
     * Checks that only white space follows the current token.
     *
     * @throws MalformedJsonException if something else follows
     */
    public void requireEnd() throws MalformedJsonException {
        try {
            StrictJson.requireEnd(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    /**
     * Returns the string at the current token. It advances first, because the parser checks a string's characters only on the way to the
     * next token.
     */
    private JsonText text() throws MalformedJsonException {
        int quote = (int) parser.currentTokenLocation().getByteOffset();
        ahead = advance();
        looksAhead = true;
        return new JsonText(utf8, quote);
    }

    private @Nullable JsonToken advance() throws MalformedJsonException {
        try {
            return parser.nextToken();
        } catch (JsonProcessingException e) {
            throw StrictJson.malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    private static void requireUtf8(byte[] utf8) throws MalformedJsonException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(utf8);
        CharBuffer out = CharBuffer.allocate(DECODED_AT_ONCE);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(in, out.clear(), true);
        }
        if (result.isError()) {
            throw StrictJson.notUtf8();
        }
    }
}
