package dev.airlock.upstreams.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scripts under {@code testdata/upstreams}. */
final class Fixtures {
    static final Path ROOT = Path.of(System.getProperty("airlock.root"));

    private Fixtures() {}

    static List<Path> in(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve("testdata/upstreams").resolve(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static UpstreamScript good(Path file) {
        ScriptReading reading = UpstreamScript.read(file);
        if (reading instanceof ScriptReading.Valid valid) {
            return valid.script();
        }
        throw new AssertionError(reading);
    }
}
