package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A denial's message is followed to the letter, and the call passes. */
class FixTest {
    private static final Pattern ADD = Pattern.compile("To allow it, add to manifest\\.toml:\\n(.*)", Pattern.DOTALL);
    private static final Pattern REPLACE = Pattern.compile(
            "To allow it, in manifest\\.toml under (\\[.*]) replace the line that sets (\\w+) by:\\n(.*)",
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
        for (String file : new String[] {"manifest.toml", "connector.wasm", "upstream.toml"}) {
            Files.copy(CommandRun.CONNECTORS.resolve(connector).resolve(file), copy.resolve(file));
        }
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
        String line = Pattern.quote(replace.group(1)) + "\\n" + replace.group(2) + " = .*";
        assertThat(manifest).containsPattern(line);
        return manifest.replaceFirst(line, Matcher.quoteReplacement(replace.group(1) + "\n" + replace.group(3)));
    }
}
