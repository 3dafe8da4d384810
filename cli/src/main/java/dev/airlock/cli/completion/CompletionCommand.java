package dev.airlock.cli.completion;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.text.ResourceText;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code airlock completion}: prints a shell's script. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Prints a script with which a shell completes airlock's commands.",
            "It completes options and their words, files, installed connectors and their operations."
        },
        footer = {
            "",
            "Examples:",
            "  source <(airlock completion bash)",
            "  source <(airlock completion zsh)",
            "  airlock completion fish | source"
        })
public final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "SHELL",
            converter = Words.class,
            completionCandidates = Words.class,
            description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    /** The command for the user of that terminal. */
    public CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(ResourceText.of(CompletionCommand.class, "airlock." + shell));
        terminal.out().flush();
        return ExitCode.SUCCESS;
    }

    /** The shells that there are scripts for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The words for shells. */
    static final class Words implements ITypeConverter<Shell>, Iterable<String> {
        private static final List<String> ALL =
                Arrays.stream(Shell.values()).map(Shell::toString).toList();

        @Override
        public Shell convert(String word) {
            return Arrays.stream(Shell.values())
                    .filter(shell -> shell.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            Printable.quoted(word) + " is no shell with a script; write " + String.join(" or ", ALL)));
        }

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }
}
