package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.embedding.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two libraries take 200 ms each to start, and a call needs neither. */
class QuickStartTest {
    @TempDir
    private Path folder;

    @Test
    void aCallStartsNeitherJacksonsMapperNorTheParserForAllOfToml() throws Exception {
        Ran ran = run(CommandRun.CONNECTORS.resolve("hello"), "greet", "--arg", "name=Ada");

        assertThat(ran.exitCode()).as(ran.text()).isZero();
        assertThat(ran.text()).contains("Hello, Ada!");
        assertStartedNeither();
    }

    @Test
    void neitherDoArgumentsThatAreHeldAgainstASchemaWithAnEnumAndRefused() throws Exception {
        Ran ran = run(
                CommandRun.ROOT.resolve("sample-connectors/issue-tracker-go"),
                "list_issues",
                "--args",
                "{\"project\":\"lighthouse\",\"state\":\"ajar\"}");

        assertThat(ran.exitCode()).as(ran.text()).isEqualTo(1);
        assertThat(ran.text()).contains("bad_input", "[\"open\", \"closed\"]");
        assertStartedNeither();
    }

    private void assertStartedNeither() throws Exception {
        assertThat(Files.readAllLines(folder.resolve("classes")))
                .anyMatch(line -> line.contains(" dev.airlock.manifests.ManifestReader "))
                .anyMatch(line -> line.contains(" dev.airlock.formats.json.StrictJson "))
                .noneMatch(line -> line.contains(" com.fasterxml.jackson.databind.ObjectMapper "))
                .noneMatch(line -> line.contains(" org.tomlj."));
    }

    private Ran run(Path connector, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + folder.resolve("classes"),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.airlock.cli.Main",
                "run",
                connector.toString()));
        command.addAll(List.of(words));
        return Ran.command(
                folder,
                Map.of(
                        "AIRLOCK_HOME", folder.resolve("home").toString(),
                        "AIRLOCK_CACHE", folder.resolve("cache").toString()),
                command);
    }
}
