package dev.airlock.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A connector whose calls are measured.
 *
 * @param name what it is called in the report
 * @param folder where its manifest.toml and connector.wasm are
 * @param style how it is called
 */
record Subject(String name, Path folder, Style style) {
    private static final long LARGE_BYTES = 1_000_000;

    /** How a module is called. */
    enum Style {
        /** It exports {@code _start}, which runs once in each instance. */
        COMMAND,
        /** It exports {@code airlock_call}, which only Airlock knows. */
        REACTOR
    }

    /** Its WebAssembly. */
    Path module() {
        return folder.resolve("connector.wasm");
    }

    /** Whether its module is compiled for seconds. */
    boolean isLarge() {
        return moduleBytes() >= LARGE_BYTES;
    }

    long moduleBytes() {
        try {
            return Files.size(module());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
