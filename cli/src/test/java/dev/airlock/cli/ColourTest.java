package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ColourTest {
    private static final String ESCAPE = "\u001b";

    static Stream<List<String>> commands() {
        return Stream.of(
                List.of("run", "traps", "x"),
                List.of("run", "nasty", "x"),
                List.of("run", "traps", "x", "--json"),
                List.of("run", "broken-manifest", "x"),
                List.of("inspect", "strangers"),
                List.of("check", "strangers"),
                List.of("--help"),
                List.of("nonsense"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void isNeverUsedWhereNobodyLooks(List<String> command) {
        assertThat(CommandRun.standard().with(command).all()).doesNotContain(ESCAPE);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void isNotUsedAgainstTheUsersWish(List<String> command) {
        CommandRun terminal = CommandRun.standard().onATerminal();

        assertThat(terminal.environment("NO_COLOR", "1").with(command).out()).doesNotContain(ESCAPE);
        assertThat(terminal.environment("NO_COLOR", "1").with(command).err().replace("\r" + ESCAPE + "[2K", ""))
                .doesNotContain(ESCAPE);
        assertThat(terminal.environment("TERM", "dumb").with(command).all()).doesNotContain(ESCAPE);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void isNeverOnStandardOutput(List<String> command) {
        assertThat(CommandRun.standard().onATerminal().with(command).out()).doesNotContain(ESCAPE);
    }

    @Test
    void marksAFailureOnATerminal() {
        CommandRun.Result result = CommandRun.standard().onATerminal().with("run", "traps", "x");

        assertThat(result.err()).contains(ESCAPE + "[31mconnector_runtime_error" + ESCAPE + "[0m: ");
    }

    @Test
    void comesBackIfNoColorIsEmpty() {
        CommandRun terminal = CommandRun.standard().onATerminal().environment("NO_COLOR", "");

        assertThat(terminal.with("run", "traps", "x").err()).contains(ESCAPE + "[31m");
    }
}
