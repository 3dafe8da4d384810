package dev.airlock.conformance.conversion;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A body as text.
 *
 * @param text its characters; for a body that is not UTF-8, its bytes as ISO 8859-1
 * @param isUtf8 whether it is UTF-8
 */
record BodyText(String text, boolean isUtf8) {
    static BodyText of(byte[] bytes) {
        try {
            return new BodyText(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString(),
                    true);
        } catch (CharacterCodingException e) {
            return new BodyText(new String(bytes, StandardCharsets.ISO_8859_1), false);
        }
    }

    byte[] bytes() {
        return text.getBytes(isUtf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    /** Returns this body with another text. */
    BodyText saying(String other) {
        return new BodyText(other, isUtf8);
    }
}
