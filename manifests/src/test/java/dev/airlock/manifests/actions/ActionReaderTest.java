package dev.airlock.manifests.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads the action files of {@code testdata/actions/bad}, each with a comment {@code <!-- expect LINE FRAGMENT | FRAGMENT -->} for each of
 * its problems, in order; and the samples, which have no problems.
 */
class ActionReaderTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final Path SAMPLES = ROOT.resolve("sample-connectors");
    private static final Pattern EXPECT = Pattern.compile("<!-- expect (\\d+) (.*) -->");

    static Stream<Path> bad() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("testdata/actions/bad"))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("bad")
    void reportsEveryProblemOfABadActionAtItsPlace(Path file) throws IOException {
        List<List<String>> expected = EXPECT.matcher(Files.readString(file))
                .results()
                .map(line -> List.of(line.group(1), line.group(2)))
                .toList();

        assertThat(ActionReader.read(file)).isInstanceOfSatisfying(ActionResult.Problems.class, result -> {
            List<Problem> problems = result.problems();
            assertThat(problems)
                    .extracting(problem -> Integer.toString(problem.line()))
                    .as(problems.toString())
                    .containsExactlyElementsOf(
                            expected.stream().map(line -> line.get(0)).toList());
            for (int i = 0; i < problems.size(); i++) {
                assertThat(problems.get(i).toString())
                        .startsWith(file.getFileName() + ":")
                        .contains(expected.get(i).get(1).split(" \\| "));
            }
        });
    }

    @Test
    void thereAreEnoughBadActions() throws IOException {
        assertThat(bad()).hasSizeGreaterThan(55);
    }

    @Test
    void readsTheSampleOfTwoSteps() {
        Action action =
                ActionReader.read(SAMPLES.resolve("actions/ship-update.md")).orThrow();

        assertThat(action.name()).isEqualTo("ship-update");
        assertThat(action.description())
                .isEqualTo("Files an issue that says what was shipped, and posts a link to it in a chat channel.");
        assertThat(action.intent()).contains("announce what was shipped");
        assertThat(action.steps()).extracting(Action.Step::id).containsExactly("file", "post");
        assertThat(action.inputs())
                .extracting(Action.Input::name, Action.Input::required)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("project", false),
                        org.assertj.core.groups.Tuple.tuple("summary", true),
                        org.assertj.core.groups.Tuple.tuple("details", false),
                        org.assertj.core.groups.Tuple.tuple("channel_id", true));
        assertThat(action.approval()).isEqualTo(Action.Approval.NONE);
    }

    @Test
    void readsTheSampleOfOneStep() {
        Action action = ActionReader.read(SAMPLES.resolve("actions/payment.md")).orThrow();

        assertThat(action.approval().required()).isTrue();
        assertThat(action.steps()).singleElement().satisfies(step -> {
            assertThat(step.idempotent()).contains(false);
            assertThat(step.retry().orElseThrow().value().textValue()).isEqualTo("none");
            assertThat(step.fallback()).isEmpty();
        });
        assertThat(action.inputs().get(2).choices()).hasSize(3);
    }

    @Test
    void theSamplesPinTheConnectorsBesideThem() {
        Map<String, String> folders = Map.of(
                "local://samples/issue-tracker", "issue-tracker-go",
                "local://samples/chat-post", "chat-post-rust",
                "local://samples/payment-rail", "payment-rail-c");
        for (String sample : List.of("ship-update.md", "payment.md")) {
            Action action = ActionReader.read(SAMPLES.resolve("actions").resolve(sample))
                    .orThrow();
            assertThat(action.connectors())
                    .allSatisfy(connector -> assertThat(connector.hash())
                            .isEqualTo(contentHash(SAMPLES.resolve(
                                    folders.getOrDefault(connector.name().toString(), "?")))));
        }
    }

    @Test
    void hashesAreLowerCaseOnceRead() throws IOException {
        String text = Files.readString(SAMPLES.resolve("actions/payment.md"));
        String hash = text.substring(text.indexOf("sha256:"), text.indexOf("sha256:") + 71);

        Action action = ActionReader.read(
                        "a.md", text.replace(hash, "sha256:" + hash.substring(7).toUpperCase(java.util.Locale.ROOT)))
                .orThrow();

        assertThat(action.connectors().get(0).hash()).isEqualTo(hash);
    }

    @Test
    void linesMayEndAsWindowsEndsThem() throws IOException {
        String text = Files.readString(SAMPLES.resolve("actions/ship-update.md"));

        assertThat(ActionReader.read("a.md", text.replace("\n", "\r\n"))
                        .orThrow()
                        .steps())
                .hasSize(2);
    }

    @Test
    void aFileThatIsNotThereIsAProblem() {
        assertThat(ActionReader.read(ROOT.resolve("none.md")))
                .isEqualTo(new ActionResult.Problems(
                        List.of(new Problem("none.md", 1, 1, "there is no such file", "check the name"))));
        assertThat(ActionReader.read("a.md", new byte[] {'+', (byte) 0xFF})).isInstanceOf(ActionResult.Problems.class);
        assertThat(ActionReader.read("a.md", "x".repeat(ActionReader.MAX_BYTES + 1)))
                .isInstanceOf(ActionResult.Problems.class);
    }

    @Test
    void aConditionNamesAnOptionalStep() throws IOException {
        String text = Files.readString(SAMPLES.resolve("actions/ship-update.md"))
                .replace("id = \"file\"", "id = \"file\"\noptional = true")
                .replace("id = \"post\"", "id = \"post\"\nwhen = \"file.succeeded\"")
                .replace(" (#${file.issue.number})", "");

        assertThat(ActionReader.read("a.md", text).orThrow().steps().get(1).when())
                .isEqualTo(Optional.of(new Action.Condition("file", false)));
    }

    private static String contentHash(Path folder) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(folder.resolve("connector.wasm")));
            digest.update(Files.readAllBytes(folder.resolve("manifest.toml")));
            return "sha256:" + HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
