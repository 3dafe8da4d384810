package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.conformance.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Types what the checks say to type, with the placeholders filled in. */
class ConformHintsTest {
    private static final Path SAMPLE = CommandRun.ROOT.resolve("sample-connectors/lookup-assemblyscript");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void copyTheSample() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLE, 2)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(toml|wasm)"))
                    .forEach(this::copy);
        }
        Files.writeString(folder.resolve("tests/unknown-operation.toml"), "op = \"airlock-unknown-operation\"\n");
        Files.writeString(folder.resolve("tests/missing-argument.toml"), "op = \"find_country\"\nargs = {}\n");
        Files.writeString(folder.resolve("tests/ill-typed.toml"), "op = \"find_country\"\nargs = { code = 42 }\n");
        Files.writeString(folder.resolve("args.json"), "{\"code\":\"DE\"}");
    }

    private void copy(Path file) {
        try {
            Path copy = folder.resolve(SAMPLE.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Check.class)
    void aHintCanBePasted(Check check) {
        String command = check.reproduce().split("[,.;](?= |$)| (shows|with) ")[0];
        Map<String, String> values = Map.of(
                "DIR",
                folder.toString(),
                "OP",
                "find_country",
                "ARGS",
                "{\"code\":\"DE\"}",
                "@FILE",
                "@" + folder.resolve("args.json"),
                "FILE",
                folder.resolve("upstream.toml").toString(),
                "K",
                "order-17");
        List<String> words = Arrays.stream(command.split(" "))
                .map(word -> values.getOrDefault(word, word))
                .collect(Collectors.toList());

        assertThat(words).first().isEqualTo("airlock");
        CommandRun.Result result =
                CommandRun.standard().with(words.subList(1, words.size()).toArray(String[]::new));

        assertThat(result.exitCode()).as(command + "\n" + result.all()).isNotEqualTo(2);
    }
}
