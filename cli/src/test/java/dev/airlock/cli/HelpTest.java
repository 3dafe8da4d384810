package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.advice.CommandLines;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    /** Every command except the two of the parser's library. */
    static Stream<String> commands() {
        return CommandLines.read().commands().stream()
                .filter(command -> !Set.of("", "complete").contains(command));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void ofEachCommandShowsAnExample(String command) {
        CommandRun.Result result = CommandRun.standard().onATerminal().with((command + " --help").split(" "));

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("Example", "\n  airlock " + command).doesNotContain("\u001b");
        assertThat(result.out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .as("a URL is not broken, nor an example")
                .noneMatch(line -> line.strip().startsWith("//") || line.startsWith("com/"));
        Golden.assertMatches("help-" + command.replace(' ', '-'), result);
    }

    @Test
    void listsEachCommandWithOneWholeSentence() {
        for (String command : List.of("--help", "audit --help", "action --help", "store --help", "binding --help")) {
            String help = CommandRun.run(command.split(" ")).out();
            String commands =
                    help.substring(help.indexOf("Commands:\n") + 10, help.indexOf("\n\n", help.indexOf("Commands:")));

            assertThat(commands.split("\n  (?=\\w)"))
                    .as(commands)
                    .allSatisfy(one -> assertThat(one.strip()).endsWith("."));
        }
    }

    @Test
    void ofTheWholeNamesCommandsAndExitCodes() {
        CommandRun.Result result = CommandRun.run("--help");

        assertThat(result.exitCode()).isZero();
        Golden.assertMatches("help", result);
    }

    @Test
    void isAlsoACommand() {
        assertThat(CommandRun.run("help", "run").out())
                .isEqualTo(CommandRun.run("run", "--help").out());
        assertThat(CommandRun.run("help").out())
                .isEqualTo(CommandRun.run("--help").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "run --version", "check --version", "inspect -V"})
    void tellsTheVersion(String line) {
        CommandRun.Result result = CommandRun.run(line.split(" "));

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).matches("airlock \\S.*\\R");
    }
}
