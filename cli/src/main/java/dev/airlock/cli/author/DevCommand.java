package dev.airlock.cli.author;

import dev.airlock.cli.author.build.StaleModule;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.UsageProblem;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.cli.run.RunCommand;
import dev.airlock.failures.text.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock dev}: builds a connector and tries it, again and again. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Builds a connector and runs its tests, or one call, again whenever a file in its folder changes, until Ctrl-C.",
            "The file dev.toml beside the manifest says how it is built; its commands run without a shell."
                    + " Airlock shows them and asks before it runs them for the first time.",
            "Without that file, says when connector.wasm is older than its sources."
        },
        footer = {
            "",
            "Examples:",
            "  airlock dev my-connector",
            "  airlock dev my-connector -- get_item --arg id=17 \\",
            "    --upstream my-connector/upstream.toml"
        })
public final class DevCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Faults faults;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "A folder with manifest.toml and the connector's source.")
    private Path directory = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "CALL",
            description = "After --: a call to make instead of the tests, as airlock run takes it after the folder.")
    private List<String> call = new ArrayList<>();

    @Option(names = "--allow-build", description = "Run the commands of dev.toml without asking.")
    private boolean allowBuild;

    /** The command for the user of that terminal. */
    public DevCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ConnectorFolder.at(terminal, directory);
        ConnectorWatch watch = ConnectorWatch.agreed(terminal, directory, allowBuild);
        return watch.each(() -> tried(watch), () -> true);
    }

    private Set<Path> tried(ConnectorWatch watch) throws IOException, InterruptedException {
        if (watch.build().isEmpty()) {
            StaleModule.newerSource(terminal.resolve(directory))
                    .ifPresent(newer -> terminal.err()
                            .println("airlock: connector.wasm is older than " + ForeignText.clean(newer.toString())
                                    + "; build it, or write into dev.toml how it is built."));
        }
        if (call.isEmpty()) {
            return TestCommand.of(terminal, directory).round();
        }
        run();
        return Set.of();
    }

    /** Makes the call as the command {@code run} does. A problem with it ends this round only. */
    private void run() {
        List<String> words = new ArrayList<>(List.of(directory.toString()));
        words.addAll(call);
        int unused = new CommandLine(new RunCommand(terminal, faults))
                .setCommandName("airlock run")
                .setAbbreviatedOptionsAllowed(false)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((problem, ignored) -> print(UsageProblem.of(problem)))
                .setExecutionExceptionHandler((thrown, ignored, result) -> print(faults.problem(thrown)))
                .execute(words.toArray(String[]::new));
    }

    private int print(CommandProblem problem) {
        problem.print(terminal);
        return ExitCode.USAGE;
    }
}
