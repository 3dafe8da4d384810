package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosisTest {
    @TempDir
    Path temp;

    @Test
    void showsTheFunctionsOffsetsAndLinesOfATrap() {
        CommandRun.Result interpreted = CommandRun.run("run", "divides", "go", "--engine", "interpreted");
        CommandRun.Result compiled = CommandRun.run("run", "divides", "go", "--engine", "compiled");

        assertThat(interpreted.exitCode()).isEqualTo(1);
        assertThat(interpreted
                        .err()
                        .lines()
                        .filter(line -> line.startsWith("at "))
                        .toList())
                .satisfiesExactly(
                        line -> assertThat(line).matches("at divide \\+0x[0-9a-f]+ \\(connector\\.c:5\\)"),
                        line -> assertThat(line).matches("at halve_often \\+0x[0-9a-f]+ \\(connector\\.c:1[45]\\)"),
                        line -> assertThat(line).matches("at _start \\+0x[0-9a-f]+ \\(connector\\.c:1[89]\\)"));
        assertThat(compiled.err()).contains("at divide\nat halve_often\nat _start\nhint: --engine interpreted");
        assertThat(compiled.err()).contains("integer_divide_by_zero");
    }

    @Test
    void pointsAtTheInstructionThatTrapped() throws IOException {
        CommandRun.Result result = CommandRun.run("run", "divides", "go", "--engine", "interpreted");
        String line = result.err()
                .lines()
                .filter(l -> l.startsWith("at divide"))
                .findFirst()
                .orElseThrow();
        int offset = Integer.parseInt(line.replaceAll(".*0x([0-9a-f]+).*", "$1"), 16);

        byte[] module = Files.readAllBytes(CommandRun.CONNECTORS.resolve("divides/connector.wasm"));
        assertThat(module[offset]).as("i32.div_s").isEqualTo((byte) 0x6D);
    }

    @Test
    void writesTheSameFlameGraphForTheSameCall() throws IOException {
        Path first = temp.resolve("first.html");
        Path second = temp.resolve("second.html");
        CommandRun.Result run = CommandRun.run("run", "divides", "go", "--profile", first.toString());
        CommandRun.run("run", "divides", "go", "--profile", second.toString());
        String page = Files.readString(first);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(page).isEqualTo(Files.readString(second));
        assertThat(page)
                .contains("<title>go of local://cli/divides@1.0.0</title>")
                .contains("halve_often")
                .contains("default-src 'none'")
                .doesNotContain("http://")
                .doesNotContain("https://");
    }

    @Test
    void theFlameGraphRunsItsOwnScriptOnly() throws Exception {
        Path file = temp.resolve("page.html");
        CommandRun.run("run", "divides", "go", "--profile", file.toString());
        String page = Files.readString(file);

        String script = page.substring(page.indexOf("<script>") + 8, page.indexOf("</script>"));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
        assertThat(page)
                .containsOnlyOnce("<script")
                .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'\">");
    }

    @Test
    void aProfileAccountsForAllFuelAndDoesNotChangeIt() throws IOException {
        Path page = temp.resolve("page.html");
        CommandRun.Result plain = CommandRun.run(
                "run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--json", "--engine", "compiled");
        CommandRun.Result profiled = CommandRun.run(
                "run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--json", "--profile", page.toString());

        long fuel = plain.json().at("/usage/fuel").longValue();
        assertThat(profiled.json().at("/usage/fuel").longValue()).isEqualTo(fuel);
        assertThat(Files.readString(page))
                .contains(String.format("<p>%,d units of fuel.", fuel))
                .contains("airlock.http_request");
    }

    @Test
    void namesOfFunctionsAreTextOnThePage() throws IOException {
        Path page = temp.resolve("page.html");
        CommandRun.run("run", "nasty", "go", "--profile", page.toString());

        assertThat(Files.readString(page)).doesNotContain("\u001b").doesNotContain("\u202e");
    }

    @Test
    void showsTheHeadroom() {
        CommandRun.Result text =
                CommandRun.run("run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--headroom");
        CommandRun.Result json =
                CommandRun.run("run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--headroom", "--json");

        assertThat(text.err())
                .containsPattern(
                        "headroom:\n  fuel +[0-9.]+ %  [0-9,]+ of 30000000000\n  memory +[0-9.]+ %  64 KiB of 64MiB");
        assertThat(json.json().at("/headroom/memory/used").longValue()).isEqualTo(65_536);
        assertThat(Schemas.problems("outcome.schema.json", json.out())).isEmpty();
    }
}
