package dev.airlock.cli.advice;

import dev.airlock.cli.AirlockCommand;
import dev.airlock.conformance.Conformance;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.Airlock;
import dev.airlock.sandbox.Sandbox;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All texts of Airlock's own classes: the string constants of their class files, with the character {@link #GAP} in place of parts that are
 * known only at run time.
 */
final class TextConstants {
    /** The character in place of a part that is known only at run time. */
    static final char GAP = '\u0001';

    private static final int MAGIC = 0xCAFEBABE;
    private static final List<Class<?>> ONE_OF_EACH_MODULE = List.of(
            Failure.class, LimitRule.class, Sandbox.class, Airlock.class, Conformance.class, AirlockCommand.class);

    private TextConstants() {}

    /** Returns the texts, sorted. */
    static Set<String> all() {
        Set<String> texts = new TreeSet<>();
        Set<URI> places = new HashSet<>();
        for (Class<?> one : ONE_OF_EACH_MODULE) {
            try {
                URI place =
                        one.getProtectionDomain().getCodeSource().getLocation().toURI();
                if (places.add(place)) {
                    texts.addAll(in(Path.of(place)));
                }
            } catch (IOException | URISyntaxException e) {
                throw new AssertionError(e);
            }
        }
        return texts;
    }

    private static List<String> in(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            return below(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
            return below(jar.getPath("/"));
        }
    }

    private static List<String> below(Path folder) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    texts.addAll(constants(new DataInputStream(in)));
                }
            }
        }
        return texts;
    }

    /** Returns the constant pool, as described in section 4.4 of the JVM's specification. */
    private static List<String> constants(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("no class file");
        }
        in.readInt();
        List<String> texts = new ArrayList<>();
        int entries = in.readUnsignedShort();
        for (int entry = 1; entry < entries; entry++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.add(in.readUTF());
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    entry++; // takes two places
                }
                case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
                case 15 -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                default -> throw new IOException("a constant of the unknown kind " + tag);
            }
        }
        return texts;
    }
}
