package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A connector gets the text as it was typed, in every locale, or the command says that it cannot read it before it does anything. */
@Execution(ExecutionMode.CONCURRENT)
class LocaleTest {
    private static final Map<String, String> ASCII = Map.of("LC_ALL", "C");
    private static final Map<String, String> UTF_8 = Map.of("LANG", "C", "LC_CTYPE", "C.UTF-8");

    @TempDir
    Path temp;

    private record Result(int exitCode, String out, String err) {}

    @Test
    void aConnectorGetsWhatWasTyped() throws Exception {
        Result result = airlock(UTF_8, List.of(), "run", hello(), "greet", "--arg", "name=Ädä 🔦");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("Hello, Ädä 🔦!");
    }

    @Test
    void whatIsLostInTheLocaleIsRefusedBeforeAnythingIsDone() throws Exception {
        Result result = airlock(ASCII, List.of(), "run", hello(), "greet", "--arg", "name=Ädä");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith(
                        "airlock: Word 5 of the command has characters that Java cannot read in this locale (encoding ANSI_X3")
                .contains("Nothing was done. Set a UTF-8 locale, for instance LC_ALL=C.UTF-8");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void aFolderAndAFileWhoseNamesAreNotAsciiAreRead() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("größe"));
        for (String file : List.of("manifest.toml", "connector.wasm")) {
            Files.copy(Path.of(hello(), file), folder.resolve(file));
        }
        Path arguments = Files.writeString(temp.resolve("ä.json"), "{\"name\":\"Ädä\"}");

        Result result = airlock(UTF_8, List.of(), "run", folder.toString(), "greet", "--args", "@" + arguments);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("Hello, Ädä!");
    }

    @Test
    void anAsciiLocaleDoesForAsciiAndForAFileOfArguments() throws Exception {
        Path arguments = Files.writeString(temp.resolve("a.json"), "{\"name\":\"Ädä\"}");

        Result result = airlock(ASCII, List.of(), "run", hello(), "greet", "--args", "@" + arguments);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("Hello, Ädä!");
    }

    @Test
    void homeIsWhereItSaysAndNotWhereJavaThinks() throws Exception {
        Path home = Files.createDirectories(temp.resolve("another home"));

        Result result = airlock(
                Map.of("LC_ALL", "C.UTF-8", "HOME", home.toString(), "XDG_CACHE_HOME", "not/absolute"),
                List.of("AIRLOCK_HOME", "AIRLOCK_CACHE", "XDG_DATA_HOME"),
                "run",
                hello(),
                "greet",
                "--arg",
                "name=you");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(home.resolve(".local/share/airlock/audit.db")).exists();
        assertThat(home.resolve(".cache/airlock")).isDirectory();
    }

    private static String hello() {
        return CommandRun.ROOT.resolve("testdata/cli/hello").toString();
    }

    /** Runs the command in a separate process, with some variables changed and some removed. */
    private Result airlock(Map<String, String> variables, List<String> without, String... words)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(List.of(words));
        Path out = temp.resolve("out");
        Path err = temp.resolve("err");
        // the words go through a file, because this JVM may itself be unable to pass them on
        Path script = Files.writeString(
                temp.resolve("script"),
                "exec "
                        + String.join(
                                " ", line.stream().map(word -> "'" + word + "'").toList()));
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString())
                .directory(temp.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        List.of("LC_ALL", "LC_CTYPE", "LANG").forEach(environment::remove);
        environment.put("AIRLOCK_HOME", temp.resolve("data").toString());
        environment.put("AIRLOCK_CACHE", temp.resolve("cache").toString());
        environment.putAll(variables);
        without.forEach(environment::remove);
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Result(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
