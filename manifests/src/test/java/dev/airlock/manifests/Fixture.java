package dev.airlock.manifests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A manifest of {@code testdata/manifests} with the expectation in its header.
 *
 * <p>A bad manifest has a line {@code # expect LINE:COLUMN FRAGMENT | FRAGMENT} for each problem, in order; the message contains every
 * fragment. {@code # schema cannot tell} means that the JSON Schema accepts it all the same.
 */
record Fixture(Path path, String text) {
    record Expected(String place, List<String> fragments) {}

    private static final String EXPECT = "# expect ";

    static Path root() {
        return Path.of(System.getProperty("airlock.root"));
    }

    static Stream<Fixture> good() {
        return in("good");
    }

    static Stream<Fixture> bad() {
        return in("bad");
    }

    private static Stream<Fixture> in(String folder) {
        try (Stream<Path> files =
                Files.list(root().resolve("testdata/manifests").resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".toml")).sorted().map(Fixture::of).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Fixture of(Path path) {
        try {
            return new Fixture(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String fileName() {
        return String.valueOf(path.getFileName());
    }

    List<Expected> expected() {
        return text.lines()
                .filter(line -> line.startsWith(EXPECT))
                .map(Fixture::expected)
                .toList();
    }

    boolean schemaCannotTell() {
        return text.lines().anyMatch("# schema cannot tell"::equals);
    }

    private static Expected expected(String line) {
        String[] parts = line.substring(EXPECT.length()).split(" ", 2);
        return new Expected(parts[0], List.of(parts[1].split(" \\| ")));
    }

    @Override
    public String toString() {
        return fileName();
    }
}
