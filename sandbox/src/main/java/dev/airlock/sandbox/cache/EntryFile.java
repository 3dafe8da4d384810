package dev.airlock.sandbox.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The file of an entry: its seal, the length of its label in two bytes, the label, the content. The seal covers
 * everything after it.
 */
final class EntryFile {
    private static final int MAX_LABEL_BYTES = 512;
    private static final int LENGTH_BYTES = 2;

    private EntryFile() {}

    /** Returns a complete file with zeros for its seal. */
    static byte[] unsealed(String label, byte[] content) {
        byte[] text = label.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_LABEL_BYTES);
        return ByteBuffer.allocate(Seal.BYTES + LENGTH_BYTES + length + content.length)
                .position(Seal.BYTES)
                .putShort((short) length)
                .put(text, 0, length)
                .put(content)
                .array();
    }

    /** Returns the content of a file whose seal fits. */
    static byte[] content(byte[] file) {
        int label = ByteBuffer.wrap(file).getShort(Seal.BYTES);
        return Arrays.copyOfRange(file, Seal.BYTES + LENGTH_BYTES + label, file.length);
    }

    /** Returns the label of a file, read without its content, so that its seal says nothing about it. */
    static String label(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(Seal.BYTES + LENGTH_BYTES + MAX_LABEL_BYTES);
            if (start.length < Seal.BYTES + LENGTH_BYTES) {
                return "";
            }
            int length = ByteBuffer.wrap(start).getShort(Seal.BYTES);
            int offset = Seal.BYTES + LENGTH_BYTES;
            return length < 0 || length > start.length - offset
                    ? ""
                    : new String(start, offset, length, StandardCharsets.UTF_8);
        }
    }
}
