package dev.airlock.sandbox.engine.compile;

import dev.airlock.sandbox.engine.pass.GuestName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The JVM classes of one guest, as they are loaded and kept.
 *
 * @param machine the name of the class that is the engine's machine, of {@link GuestName}
 * @param frameRatio bytes of the JVM's stack for each byte that the published rule counts
 * @param globalFields the number of the module's own globals, from the first on, that its code finds as fields of its
 *     memory
 * @param interpreted functions that are not among them, by their index in the module's function space
 * @param classes class files by class name
 */
public record GuestClasses(
        String machine, long frameRatio, int globalFields, Set<Integer> interpreted, Map<String, byte[]> classes) {
    /** Returns them as one byte array. */
    public byte[] toBytes() throws IOException {
        int size = classes.values().stream().mapToInt(file -> file.length).sum();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size + (size >> 4));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(machine);
            out.writeLong(frameRatio);
            out.writeInt(globalFields);
            out.writeInt(interpreted.size());
            for (int function : interpreted) {
                out.writeInt(function);
            }
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
     * Reads them from one byte array.
     *
     * @throws IOException if the bytes have another form
     */
    public static GuestClasses ofBytes(byte[] bytes) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String machine = in.readUTF();
            long frameRatio = in.readLong();
            int globalFields = in.readInt();
            Set<Integer> interpreted = new HashSet<>();
            for (int left = in.readInt(); left > 0; left--) {
                interpreted.add(in.readInt());
            }
            for (int left = in.readInt(); left > 0; left--) {
                String name = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > in.available()) {
                    throw new IOException("an entry of another form");
                }
                classes.put(name, in.readNBytes(length));
            }
            return new GuestClasses(machine, frameRatio, globalFields, interpreted, classes);
        }
    }
}
