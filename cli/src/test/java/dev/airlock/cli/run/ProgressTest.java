package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
    private static final String CLEAR_LINE = "\r\u001b[2K";
    private static final String[] SLOW = {
        "run",
        CommandRun.ROOT.resolve("sample-connectors/issue-tracker-go").toString(),
        "list_issues",
        "--arg",
        "project=lighthouse",
        "--upstream",
        CommandRun.ROOT
                .resolve("sample-connectors/issue-tracker-go/upstream.toml")
                .toString()
    };

    @TempDir
    private Path cache;

    @Test
    void saysOnATerminalThatTheConnectorIsCompiledForTheNextRunOnceTheAnswerIsOut() {
        CommandRun.Result result = empty().onATerminal().with(SLOW);

        assertThat(result.err())
                .containsPattern("(?s)used: fuel .*compiling for the next run; Ctrl-C skips it … \\d+ s");
        assertThat(result.err()).endsWith(CLEAR_LINE);
    }

    @Test
    void saysOnATerminalThatTheConnectorIsCompiledAndWipesThatLine() {
        CommandRun.Result result = empty().onATerminal()
                .with(Stream.concat(Stream.of(SLOW), Stream.of("--engine", "compiled"))
                        .toArray(String[]::new));

        assertThat(result.err()).containsPattern("compiling issue-tracker \\([0-9,]+ functions\\) … \\d+ s");
        assertThat(result.err().lastIndexOf(CLEAR_LINE))
                .isGreaterThan(result.err().lastIndexOf(" functions)"));
        assertThat(result.out()).doesNotContain(CLEAR_LINE);
    }

    @Test
    void saysNothingWhereNobodyLooksOrWantsTo() {
        String[] waits = {"run", "sleep", "x", "--wall", "2s"};
        CommandRun run = CommandRun.standard();

        assertThat(run.onATerminal().with(waits).err()).contains(CLEAR_LINE + "running x …");
        assertThat(run.with(waits).all()).doesNotContain(CLEAR_LINE, "running");
        assertThat(run.onATerminal().environment("TERM", "dumb").with(waits).all())
                .doesNotContain(CLEAR_LINE, "running");
    }

    private CommandRun empty() {
        return CommandRun.standard().environment("AIRLOCK_CACHE", cache.toString());
    }
}
