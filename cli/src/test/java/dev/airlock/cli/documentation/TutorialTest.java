package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds {@code tutorial-github-issues.md} against its connector: what it quotes, and that a large file arrives whole. {@link
 * DocumentationTest} runs its commands.
 */
class TutorialTest {
    private static final Path CONNECTOR = CommandRun.ROOT.resolve("sample-connectors/github-issues-go");
    private static final Pattern QUOTED = Pattern.compile("(?ms)^```(?:go|toml)\\n(.*?)^```$");

    /** The size of the page's file in the full build, and of a smaller one in the ordinary build, in bytes. */
    private static final int SIZE = Boolean.getBoolean("airlock.full") ? 5 << 20 : 128 << 10;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void quotesTheConnector() throws IOException {
        String page = Files.readString(CommandRun.ROOT.resolve("src/site/markdown/tutorial-github-issues.md"));
        List<MatchResult> quoted = QUOTED.matcher(page).results().toList();
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(CONNECTOR)) {
            for (Path file : files.filter(file -> file.toString().matches(".*\\.(go|toml)"))
                    .toList()) {
                sources.append(Files.readString(file)).append('\n');
            }
        }

        assertThat(quoted).hasSizeGreaterThan(8);
        assertThat(quoted).allSatisfy(block -> assertThat(sources.toString()).contains(block.group(1)));
    }

    @Test
    void aLargeFileArrivesWhole() throws IOException {
        byte[] content = new byte[SIZE];
        new Random(1).nextBytes(content);
        Files.writeString(
                folder.resolve("lens.json"),
                "{\"owner\":\"lighthouse\",\"repo\":\"lamp\",\"release_id\":1,\"name\":\"lens.bin\",\"content_base64\":\""
                        + Base64.getEncoder().encodeToString(content) + "\"}");
        Files.writeString(folder.resolve("upstream.toml"), """
                [bindings]
                oauth2 = "sample-github-token"
                [[exchange]]
                match = { method = "POST", host = "uploads.github.com:443", headers = { Content-Length = "%1$s" } }
                respond = { status = 201, body = '{"id":51,"name":"lens.bin","size":%1$s}' }
                """.formatted(SIZE));

        CommandRun.Result run = CommandRun.standard()
                .in(folder)
                .with(
                        "run",
                        CONNECTOR.toString(),
                        "upload_asset",
                        "--args",
                        "@lens.json",
                        "--upstream",
                        "upstream.toml",
                        "--engine",
                        "compiled",
                        "--json");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(run.json().at("/output/asset/size").asInt()).isEqualTo(SIZE);
        assertThat(run.json().at("/usage/bytes_out").asInt()).isEqualTo(SIZE);
    }
}
