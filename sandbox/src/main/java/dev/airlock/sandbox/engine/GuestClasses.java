package dev.airlock.sandbox.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JVM classes of one guest, as they are loaded and kept.
 *
 * @param frameRatio bytes of the JVM's stack for each byte that the published rule counts
 * @param classes class files by class name
 */
record GuestClasses(long frameRatio, Map<String, byte[]> classes) {
    /** As one run of bytes. */
    byte[] toBytes() throws IOException {
        int size = classes.values().stream().mapToInt(file -> file.length).sum();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size + (size >> 4));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(frameRatio);
            out.writeInt(classes.size());
            for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /**
     * From one run of bytes.
     *
     * @throws IOException if they have another form
     */
    static GuestClasses ofBytes(byte[] bytes) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long frameRatio = in.readLong();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String name = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > in.available()) {
                    throw new IOException("an entry of another form");
                }
                classes.put(name, in.readNBytes(length));
            }
            return new GuestClasses(frameRatio, classes);
        }
    }
}
