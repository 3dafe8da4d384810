package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks a secret from another program, which must be one line of text.
 *
 * @param subject the beginning of a sentence about a problem with the secret; the sentence never contains the secret
 */
record ForeignSecret(String subject) {
    /** Returns the line without the line break that may end it. Wipes its argument. */
    byte[] line(byte[] bytes) {
        try {
            int length = bytes.length - lineBreak(bytes);
            if (bytes.length > SecretInput.MOST_BYTES) {
                throw wrong("is longer than any secret");
            }
            if (length == 0) {
                throw wrong("is empty");
            }
            byte[] line = Arrays.copyOf(bytes, length);
            requireOneLineOfText(line);
            return line;
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static int lineBreak(byte[] bytes) {
        int last = bytes.length - 1;
        if (last < 0 || bytes[last] != '\n') {
            return 0;
        }
        return last > 0 && bytes[last - 1] == '\r' ? 2 : 1;
    }

    private void requireOneLineOfText(byte[] line) {
        for (byte b : line) {
            if (b == '\n' || b == '\r') {
                Arrays.fill(line, (byte) 0);
                throw wrong("has more than one line, and a secret has one");
            }
        }
        try {
            Arrays.fill(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(line))
                            .array(),
                    '\0');
        } catch (CharacterCodingException e) {
            Arrays.fill(line, (byte) 0);
            throw wrong("is not UTF-8");
        }
    }

    private CommandProblem wrong(String how) {
        return CommandProblem.usage(subject + " " + how + ". Nothing was changed.");
    }
}
