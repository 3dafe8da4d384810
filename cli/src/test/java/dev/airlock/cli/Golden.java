package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that a person has read and approved, under {@code src/test/resources/golden}. Only {@code -Dgolden.update=true} rewrites them.
 * Parts that vary between runs are masked.
 */
public final class Golden {
    private static final Path FOLDER = CommandRun.ROOT.resolve("cli/src/test/resources/golden");

    private Golden() {}

    public static void assertMatches(String name, CommandRun.Result result) {
        String actual =
                masked("exit " + result.exitCode() + "\n--- stdout\n" + result.out() + "--- stderr\n" + result.err());
        Path file = FOLDER.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, actual);
            }
            assertThat(actual).as(file.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text without identifiers, times and amounts that differ between runs. */
    public static String masked(String text) {
        return text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                .replaceAll("fuel [0-9,]*[0-9]", "fuel N")
                .replaceAll("(wall|loaded in) [0-9,]+ ms", "$1 N ms")
                .replaceAll("\"(fuel|[a-z]+_ms)\":[0-9]+", "\"$1\":0")
                .replaceAll("SHA256:[0-9A-Za-z+/]{43}", "SHA256:KEY")
                .replaceAll("delay_ms [0-9]+", "delay_ms N")
                .replaceAll("follows in [0-9.]+ s", "follows in N s")
                .replaceAll("the call has [0-9.]+ s left", "the call has N s left")
                .replaceAll("memory [0-9.]+ (KiB|MiB), wall", "memory N $1, wall");
    }
}
