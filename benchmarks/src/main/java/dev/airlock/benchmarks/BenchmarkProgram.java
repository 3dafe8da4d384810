package dev.airlock.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The programs, each with an argument that keeps it busy for 1 to 2 ms, and the result for that argument. */
public enum BenchmarkProgram {
    FIB(24, 46_368),
    DISPATCH(20, 267),
    QUICKSORT(20_000, -1_068_848_174),
    REGEX(60, 898_930_409),
    JSON(300, 1_403_644_791),
    SIEVE(200_000, 17_984),
    MATMUL(96, -28_586),
    SHA256(400, -1_864_836_494),
    HASHES(20_000, 1_181_097_416),
    BULK(40, -249_885_676),
    MANDELBROT(64, 119_806),
    NBODY(5_000, 176_879_138),
    VM(20_000, -69_214_281);

    private final int argument;
    private final long result;

    BenchmarkProgram(int argument, long result) {
        this.argument = argument;
        this.result = result;
    }

    /** Returns the argument of {@code run}. */
    public int argument() {
        return argument;
    }

    /** Returns the result of {@code run} for that argument. */
    public long result() {
        return result;
    }

    /** Returns the name of its source. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its WebAssembly. */
    public byte[] module() {
        return read(Folder.PROGRAMS.resolve(fileName() + ".wasm"));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
