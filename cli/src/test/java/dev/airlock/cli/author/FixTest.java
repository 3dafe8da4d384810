package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Follows a denial's message to the letter, after which the call passes. */
class FixTest {
    private static final Pattern ADD = Pattern.compile("To allow it, add to manifest\\.toml:\\n(.*)", Pattern.DOTALL);
    private static final Pattern REPLACE = Pattern.compile(
            "To allow it, set (\\w+) under (\\[.*]) in manifest\\.toml,"
                    + " replacing its whole value if it has one:\\n(.*)",
            Pattern.DOTALL);

    @ParameterizedTest
    @CsvSource({
        "fetch-no-network, sandbox, add",
        "fetch-other-host, sandbox, replace",
        "fetch-no-imports, connector_manifest, add",
        "fetch-few-imports, connector_manifest, replace"
    })
    void makesTheCallPassWhenItIsPasted(String connector, String boundary, String kind, @TempDir Path copy)
            throws IOException {
        copy(connector, copy);
        assertFixWorks(boundary, kind, copy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hosts = []\n", "hosts = [\n  # one\n  \"other.example.com:443\",\n]\n"})
    void makesTheCallPassHoweverTheManifestIsWritten(String hosts, @TempDir Path copy) throws IOException {
        copy("fetch-other-host", copy);
        Path manifest = copy.resolve("manifest.toml");
        String before = Files.readString(manifest);
        String after = before.replaceFirst("(?m)^hosts = .*\\n", Matcher.quoteReplacement(hosts));
        assertThat(after).isNotEqualTo(before);
        Files.writeString(manifest, after);

        assertFixWorks("sandbox", "replace", copy);
    }

    private static void copy(String connector, Path copy) throws IOException {
        for (String file : new String[] {"manifest.toml", "connector.wasm", "upstream.toml"}) {
            Files.copy(CommandRun.CONNECTORS.resolve(connector).resolve(file), copy.resolve(file));
        }
    }

    private static void assertFixWorks(String boundary, String kind, Path copy) throws IOException {
        JsonNode denied = run(copy).json().path("error");
        assertThat(denied.path("class").asText()).isEqualTo("capability_denied");
        assertThat(denied.path("boundary").asText()).isEqualTo(boundary);
        String message = denied.path("message").asText();
        assertThat(message).endsWith("\n" + denied.at("/details/fix").asText());

        Path manifest = copy.resolve("manifest.toml");
        Files.writeString(manifest, followed(kind, message, Files.readString(manifest)));

        assertThat(run(copy).json().at("/output/greeting").asText()).isEqualTo("hello");
    }

    private static CommandRun.Result run(Path folder) {
        return CommandRun.standard().in(folder).with("run", ".", "get", "--upstream", "upstream.toml", "--json");
    }

    private static String followed(String kind, String message, String manifest) {
        Matcher add = ADD.matcher(message);
        Matcher replace = REPLACE.matcher(message);
        if (kind.equals("add")) {
            assertThat(add.find()).isTrue();
            return manifest + "\n" + add.group(1) + "\n";
        }
        assertThat(replace.find()).isTrue();
        String header = replace.group(2) + "\n";
        assertThat(manifest).contains(header);
        String value = "(?m)^" + replace.group(1) + " = \\[[^]]*]\\n";
        return manifest.replaceFirst(value, "").replace(header, header + replace.group(3) + "\n");
    }
}
