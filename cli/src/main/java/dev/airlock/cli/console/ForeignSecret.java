package dev.airlock.cli.console;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A secret that another program made: one line of text, or nothing.
 *
 * @param subject whose it is, to begin a sentence that says what is wrong with it and nothing of what it is
 */
record ForeignSecret(String subject) {
    /** The line without the one line break that may end it. Wipes what it is given. */
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
