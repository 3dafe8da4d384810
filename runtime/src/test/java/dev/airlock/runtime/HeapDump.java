package dev.airlock.runtime;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The arrays in a dump of this JVM's heap, in the format of the JDK's tools (HPROF, with identifiers of 8 bytes). */
final class HeapDump {
    private static final int TEXT = 0x01;
    private static final int LOAD_CLASS = 0x02;
    private static final int HEAP = 0x0c;
    private static final int HEAP_SEGMENT = 0x1c;
    private static final int BYTE = 8;
    private static final int OBJECT = 2;
    private static final int[] SIZES = {0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    /** The length of a root of each kind after its tag. */
    private static final int[] ROOTS = {0, 16, 16, 16, 12, 8, 12, 8, 16};

    private record Field(String name, int type) {}

    private final Map<Long, String> texts = new HashMap<>();
    private final Map<String, Long> classes = new HashMap<>();
    private final Map<Long, String> classNames = new HashMap<>();
    private final Map<Long, List<Field>> fields = new HashMap<>();
    private final Map<Long, List<byte[]>> instances = new HashMap<>();
    private final Map<Long, byte[]> arrays = new HashMap<>();
    private final Map<Long, long[]> references = new HashMap<>();

    private HeapDump() {}

    /** Dumps everything that is reachable. */
    static HeapDump take(Path file) throws IOException {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
            HeapDump dump = new HeapDump();
            dump.read(in);
            return dump;
        } finally {
            Files.delete(file);
        }
    }

    /** Returns all byte arrays. */
    List<String> all() {
        return arrays.values().stream().map(HeapDump::text).toList();
    }

    /** Returns the byte arrays in the fields of all instances of a class, and in the arrays there, each once. */
    List<String> of(String className, String... names) throws IOException {
        Set<Long> wanted = new HashSet<>();
        long type = Objects.requireNonNull(classes.get(className.replace('.', '/')), className);
        for (byte[] instance : instances.getOrDefault(type, List.of())) {
            Map<String, Long> values = values(fields.getOrDefault(type, List.of()), instance);
            for (String name : names) {
                long value = Objects.requireNonNull(values.get(name), name);
                wanted.add(value);
                for (long element : references.getOrDefault(value, new long[0])) {
                    wanted.add(element);
                }
            }
        }
        return wanted.stream()
                .filter(arrays::containsKey)
                .map(arrays::get)
                .map(HeapDump::text)
                .toList();
    }

    private static Map<String, Long> values(List<Field> declared, byte[] instance) throws IOException {
        Map<String, Long> values = new LinkedHashMap<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(instance));
        for (Field field : declared) {
            if (field.type() == OBJECT) {
                values.put(field.name(), in.readLong());
            } else {
                in.skipNBytes(SIZES[field.type()]);
            }
        }
        return values;
    }

    private static String text(byte[] array) {
        return new String(array, StandardCharsets.ISO_8859_1);
    }

    private void read(DataInputStream in) throws IOException {
        while (in.readByte() != 0) {
            // the name of the format
        }
        if (in.readInt() != Long.BYTES) {
            throw new IOException("identifiers are 8 bytes");
        }
        in.readLong();
        for (int tag = in.read(); tag >= 0; tag = in.read()) {
            in.readInt();
            record(in, tag, Integer.toUnsignedLong(in.readInt()));
        }
    }

    private void record(DataInputStream in, int tag, long bytes) throws IOException {
        switch (tag) {
            case TEXT -> {
                long id = in.readLong();
                texts.put(id, new String(in.readNBytes((int) bytes - Long.BYTES), StandardCharsets.UTF_8));
            }
            case LOAD_CLASS -> {
                in.readInt();
                long id = in.readLong();
                in.readInt();
                String name = texts.getOrDefault(in.readLong(), "");
                classes.put(name, id);
                classNames.put(id, name);
            }
            case HEAP, HEAP_SEGMENT -> {
                for (long left = bytes; left > 0; ) {
                    left -= 1 + part(in, in.readUnsignedByte());
                }
            }
            default -> in.skipNBytes(bytes);
        }
    }

    /** Reads one part of the heap; returns its length after its tag. */
    private long part(DataInputStream in, int tag) throws IOException {
        return switch (tag) {
            case 0xff -> skip(in, Long.BYTES);
            case 0x20 -> classDump(in);
            case 0x21 -> instance(in);
            case 0x22 -> objects(in);
            case 0x23 -> primitives(in);
            default -> skip(in, ROOTS[tag]);
        };
    }

    private long instance(DataInputStream in) throws IOException {
        in.skipNBytes(12);
        long type = in.readLong();
        int bytes = in.readInt();
        if (isOurs(type)) {
            instances.computeIfAbsent(type, unseen -> new ArrayList<>()).add(in.readNBytes(bytes));
        } else {
            in.skipNBytes(bytes);
        }
        return 24L + bytes;
    }

    /** Returns whether an instance is of our own classes. Only those are kept; their classes come first. */
    private boolean isOurs(long type) {
        return fields.containsKey(type);
    }

    private long objects(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        int elements = in.readInt();
        in.readLong();
        long[] all = new long[elements];
        for (int i = 0; i < elements; i++) {
            all[i] = in.readLong();
        }
        references.put(id, all);
        return 24L + 8L * elements;
    }

    private long primitives(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        int elements = in.readInt();
        int type = in.readUnsignedByte();
        long bytes = Integer.toUnsignedLong(elements) * SIZES[type];
        if (type == BYTE) {
            arrays.put(id, in.readNBytes(elements));
        } else {
            in.skipNBytes(bytes);
        }
        return 17 + bytes;
    }

    private long classDump(DataInputStream in) throws IOException {
        long id = in.readLong();
        long length = 64 + 2 + skip(in, 56) - 56;
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            length += skip(in, 2) + value(in);
        }
        length += 2;
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            length += skip(in, Long.BYTES) + value(in);
        }
        int count = in.readUnsignedShort();
        List<Field> declared = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            declared.add(new Field(texts.getOrDefault(in.readLong(), ""), in.readUnsignedByte()));
        }
        if (classNames.getOrDefault(id, "").startsWith("dev/airlock/sandbox/engine/")) {
            fields.put(id, declared);
        }
        return length + 2 + 9L * count;
    }

    private static long value(DataInputStream in) throws IOException {
        int type = in.readUnsignedByte();
        return 1 + skip(in, SIZES[type]);
    }

    private static long skip(DataInputStream in, long bytes) throws IOException {
        in.skipNBytes(bytes);
        return bytes;
    }
}
