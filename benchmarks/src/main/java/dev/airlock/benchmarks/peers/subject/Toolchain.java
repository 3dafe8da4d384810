package dev.airlock.benchmarks.peers.subject;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tools that a peer needs, and its build.
 *
 * @param program a program on the search path; empty if none is needed
 * @param folder the folder in which the build runs
 * @param build the command that builds the peer; empty if nothing is built
 */
public record Toolchain(Optional<String> program, Path folder, List<String> build) {
    /** No tools beyond this JVM. */
    public static final Toolchain NONE = new Toolchain(Optional.empty(), Path.of(""), List.of());

    static Toolchain of(String program) {
        return new Toolchain(Optional.of(program), Path.of(""), List.of());
    }

    /** Returns the missing tool, as a sentence without its full stop; empty if none is missing. */
    public Optional<String> missing() {
        return program.filter(wanted -> !isOnThePath(wanted)).map(wanted -> wanted + " is missing");
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
