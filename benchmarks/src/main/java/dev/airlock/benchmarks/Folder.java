package dev.airlock.benchmarks;

import java.nio.file.Path;

/** Where the files are that benchmarks need: in the source tree, from whose root they are run. */
final class Folder {
    static final Path PROGRAMS = Path.of("benchmarks", "programs");
    static final Path SAMPLES = Path.of("sample-connectors");
    static final Path ECHO = Path.of("testdata", "cli", "echo");

    private Folder() {}
}
