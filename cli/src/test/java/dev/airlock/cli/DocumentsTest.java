package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.cli.console.SafeJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code --json}, every command prints exactly one document of a published shape. */
class DocumentsTest {
    /** Command lines, each with its exit code and a member that only its kind of document has. */
    static Stream<Arguments> runs() {
        return Stream.of(
                arguments("run echo echo", 0, "output"),
                arguments("run echo echo --quiet", 0, "output"),
                arguments("run echo echo --engine interpreted", 0, "output"),
                arguments("run nasty x", 0, "errors"),
                arguments("run reaches x", 0, "output"),
                arguments("run fetch x --upstream fetch/upstream.toml", 0, "output"),
                arguments("run fetch x --upstream fetch/unmatched.toml", 0, "output"),
                arguments("run fetch x --upstream fetch/stall.toml --wall 500ms", 1, "error"),
                arguments("run fetch-no-network x", 1, "error"),
                arguments("run fetch-other-host x", 1, "error"),
                arguments("run fetch-no-imports x", 1, "error"),
                arguments("run strangers x", 1, "error"),
                arguments("run not-wasm x", 1, "error"),
                arguments("run traps x", 1, "error"),
                arguments("run nasty-error x", 1, "error"),
                arguments("run loop x --fuel 1000", 1, "error"),
                arguments("run broken-manifest x", 2, "error"),
                arguments("run nowhere x", 2, "error"),
                arguments("run no-module x", 2, "error"),
                arguments("run fetch x --upstream fetch/broken.toml", 2, "error"),
                arguments("run fetch x --upstream fetch", 2, "error"),
                arguments("action run actions/echo-twice.md --arg text=a", 0, "steps"),
                arguments("action run actions/partial.md", 0, "errors"),
                arguments("action run actions/fails.md", 1, "steps"),
                arguments("action run actions/needs-approval.md --arg text=a", 1, "error"),
                arguments("action run actions/broken/stale.md --connectors .", 1, "error"),
                arguments("action run actions/broken/problems.md", 2, "error"),
                arguments("action run nowhere", 2, "error"),
                arguments("action", 2, "error"),
                arguments("run", 2, "error"),
                arguments("run echo --frobnicate", 2, "error"),
                arguments("frobnicate", 2, "error"),
                arguments("--frobnicate", 2, "error"));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void areAsPublished(String line, int exitCode, String member) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.add("--json");

        CommandRun.Result result = CommandRun.standard().with(words);

        assertThat(Schemas.problems("outcome.schema.json", result.out())).isEmpty();
        assertThat(result.json().has(member)).isTrue();
        assertThat(result.out()).hasLineCount(1);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        if (exitCode == 1) {
            assertThat(Schemas.problems(
                            "failure-envelope.schema.json",
                            "{\"error\":" + SafeJson.line(result.json().path("error")) + "}"))
                    .isEmpty();
        }
        if (exitCode == 2) {
            assertThat(Schemas.problems("administrative-error.schema.json", result.out()))
                    .isEmpty();
        }
    }
}
