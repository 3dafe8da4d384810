package dev.airlock.cli.completion;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code airlock complete}: prints the words that may come next, one a line, for the scripts of {@code airlock completion}. A line
 * {@code :files} or {@code :folders} asks the shell for its own.
 */
@Command(name = "complete", hidden = true, description = "Prints the words that may come next, for a shell's script.")
public final class CompleteCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "The words after airlock; the last one is completed.")
    private List<String> words = List.of();

    /** The command for the user of that terminal. */
    public CompleteCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int last = words.size() - 1;
        String typed = last < 0 ? "" : words.get(last);
        List<String> before = last < 0 ? List.of() : words.subList(0, last);
        CommandLine airlock = Objects.requireNonNull(spec).root().commandLine();
        new Completion(airlock, new NamedThings(terminal), before)
                .candidates(before.isEmpty() ? "" : before.get(before.size() - 1), typed).stream()
                        .flatMap(candidate -> candidate.completing(typed).stream())
                        .map(ShellWord::line)
                        .forEach(terminal.out()::println);
        return ExitCode.SUCCESS;
    }
}
