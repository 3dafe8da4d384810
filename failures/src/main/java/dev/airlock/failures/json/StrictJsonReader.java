package dev.airlock.failures.json;

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
 * Reads one JSON document token by token, as strictly as {@link StrictJson} and with the same messages, and holds nothing of
 * it but the names of the objects that are open. A string's characters are looked at where they stand, so an overlong one costs
 * no memory.
 *
 * <pre>{@code
 * StrictJsonReader reader = StrictJsonReader.of(utf8);
 * if (reader.next() != JsonToken.START_OBJECT) { … }
 * }</pre>
 *
 * <p>Columns in messages count bytes. Not thread-safe.
 */
public final class StrictJsonReader {
    /** How many characters a name may have, about. */
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
     * A reader before the first token.
     *
     * @param utf8 the document; is not copied, and must not change while it is read
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

    /** Only a parser that has a table of names reads bytes as they are; with a factory of its own the table goes with it. */
    private static JsonFactory ownFactory() {
        return StrictJson.factory(MAX_NAME_CHARS)
                .enable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    /**
     * Goes on to the next token of the document.
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

    /** The name that the current token is. */
    public String name() {
        try {
            return parser.currentName();
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    /** The first characters of the string that the current token is, at most that many. To be asked for once. */
    public String textStart(int mostChars) throws MalformedJsonException {
        return text().start(mostChars);
    }

    /**
     * The string that the current token is, in UTF-8; empty if it has half a surrogate pair, which UTF-8 cannot carry. To be
     * asked for once.
     */
    public Optional<byte[]> utf8() throws MalformedJsonException {
        return text().toUtf8();
    }

    /** Goes on if nothing but white space follows the current token. */
    public void requireEnd() throws MalformedJsonException {
        try {
            StrictJson.requireEnd(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("an array does not fail", e);
        }
    }

    /** The parser has looked at a string's characters only when it has gone on to the token behind it. */
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
