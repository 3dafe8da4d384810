package dev.airlock.benchmarks;

import java.nio.file.Path;

/** The folders of the files that benchmarks need, relative to the root of the source tree. */
final class Folder {
    static final Path PROGRAMS = Path.of("benchmarks", "programs");
    static final Path SAMPLES = Path.of("sample-connectors");
    static final Path ECHO = Path.of("testdata", "cli", "echo");

    private Folder() {}
}
