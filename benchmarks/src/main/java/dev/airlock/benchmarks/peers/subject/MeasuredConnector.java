package dev.airlock.benchmarks.peers.subject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A connector whose calls are measured.
 *
 * @param name its name in the report
 * @param folder the folder with its manifest.toml and connector.wasm
 * @param style the way to call it
 */
public record MeasuredConnector(String name, Path folder, Style style) {
    private static final long LARGE_BYTES = 1_000_000;

    /** The ways to call a module. */
    public enum Style {
        /** It exports {@code _start}, which runs once in each instance. */
        COMMAND,
        /** It exports {@code airlock_call}, which only Airlock supports. */
        REACTOR
    }

    /** Returns its WebAssembly. */
    Path module() {
        return folder.resolve("connector.wasm");
    }

    /** Returns whether its module takes seconds to compile. */
    boolean isLarge() {
        return moduleBytes() >= LARGE_BYTES;
    }

    public long moduleBytes() {
        try {
            return Files.size(module());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
