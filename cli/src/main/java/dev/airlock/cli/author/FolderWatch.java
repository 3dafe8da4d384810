package dev.airlock.cli.author;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.sandbox.time.Sleeper;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Repeats work whenever the files in a folder change. Looks every 500 ms, so that no save is missed. */
final class FolderWatch {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int DEPTH = 4;

    private final Path folder;
    private final Predicate<Path> ignored;

    FolderWatch(Path folder) {
        this(folder, file -> false);
    }

    /** @param ignored selects the files that are not watched, by their paths from the folder */
    FolderWatch(Path folder, Predicate<Path> ignored) {
        this.folder = folder;
        this.ignored = ignored;
    }

    /** The repeated work. It returns the files that it wrote itself. */
    @FunctionalInterface
    interface Work {
        Set<Path> run() throws IOException, InterruptedException;
    }

    /**
     * Does the work once, and again after each change.
     *
     * @param goOn decides before each look whether to continue
     * @return the exit code of a command that a person ended
     */
    int each(Work work, BooleanSupplier goOn) throws IOException, InterruptedException {
        Map<Path, String> before = Map.of();
        while (goOn.getAsBoolean()) {
            Map<Path, String> now = files();
            if (!now.equals(before)) {
                before = after(work.run(), now);
            } else {
                Sleeper.sleep(PAUSE);
            }
        }
        return ExitCode.CANCELLED;
    }

    /**
     * Returns the state from before the work, so that a change during the work counts, with the present state of the files that the work
     * wrote.
     */
    private Map<Path, String> after(Set<Path> written, Map<Path, String> looked) throws IOException {
        Map<Path, String> known = new TreeMap<>(looked);
        Map<Path, String> now = files();
        for (Path file : written) {
            if (Files.exists(file)) {
                Path real = file.toRealPath();
                Optional.ofNullable(now.get(real)).ifPresent(state -> known.put(real, state));
            }
        }
        return known;
    }

    /** Returns the size and the modification time of each file. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        Path real = Files.exists(folder) ? folder.toRealPath() : folder;
        Files.walkFileTree(real, Set.of(), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!ignored.test(real.relativize(file))) {
                    files.put(file, attributes.size() + " " + attributes.lastModifiedTime());
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
