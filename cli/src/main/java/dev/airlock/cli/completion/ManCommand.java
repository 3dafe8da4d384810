package dev.airlock.cli.completion;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code airlock man}: writes the pages of the manual. */
@Command(
        name = "man",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Writes the pages of the manual, one for each command, into the folder man1 of a folder.",
            "man finds them if that folder is on its path, as ~/.local/share/man is on many systems."
        },
        footer = {"", "Example:", "  airlock man ~/.local/share/man"})
public final class ManCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "A folder of manual pages; it is made if it is not there.")
    private Path directory = Path.of("");

    /** The command for the user of that terminal. */
    public ManCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        CommandSpec airlock = Objects.requireNonNull(spec).root();
        int pages = write(airlock);
        terminal.out().println("wrote " + pages + " pages to " + TypedFile.shown(directory.resolve("man1")));
        return ExitCode.SUCCESS;
    }

    private int write(CommandSpec command) {
        Path typed = directory.resolve("man1").resolve(ManPage.name(command) + ".1");
        Path file = terminal.resolve(typed);
        try {
            WholeFile.createFolderOf(file);
            WholeFile.writeReadable(
                    file, ManPage.of(command, new Version().getVersion()[0]).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed) + " cannot be written. Name a folder that you may write to.", List.of());
        }
        return 1
                + command.subcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(subcommand -> !subcommand.usageMessage().hidden())
                        .mapToInt(this::write)
                        .sum();
    }
}
