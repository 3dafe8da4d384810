package dev.airlock.cli.author.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out whether a connector's module is older than its sources. */
public final class StaleModule {
    private static final Set<String> SOURCES =
            Set.of("go", "rs", "c", "h", "cc", "cpp", "hpp", "ts", "zig", "wat", "py", "js");

    private StaleModule() {}

    /**
     * Returns a source that changed after the module in its folder was built, by its path from there; empty if there is none, or no module.
     *
     * @throws IOException if the folder cannot be read
     */
    public static Optional<Path> newerSource(Path folder) throws IOException {
        Path module = folder.resolve("connector.wasm");
        if (!Files.isRegularFile(module)) {
            return Optional.empty();
        }
        FileTime built = Files.getLastModifiedTime(module);
        List<Path> newer = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                return ConnectorBuild.isOutput(folder.relativize(inner))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isSource(file) && attributes.lastModifiedTime().compareTo(built) > 0) {
                    newer.add(folder.relativize(file));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return newer.stream().sorted().findFirst();
    }

    private static boolean isSource(Path file) {
        String name = String.valueOf(file.getFileName());
        return SOURCES.contains(name.substring(name.lastIndexOf('.') + 1)) && !name.contains("_test.");
    }
}
