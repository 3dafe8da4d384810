package dev.airlock.cli;

import dev.airlock.failures.AdministrativeError;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command as a whole: finds the subcommand, and turns whatever went wrong into a message and an exit code. */
@Command(
        name = "airlock",
        description = "Runs connectors in a sandbox.",
        mixinStandardHelpOptions = true,
        versionProvider = AirlockCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, partial results included",
            "1:a structured failure, or problems that a check found",
            "2:wrong usage or configuration; nothing was run",
            "130:cancelled"
        },
        footer = {
            "",
            "Example:",
            "  airlock run sample-connectors/issue-tracker-go list_issues \\",
            "    --arg project=lighthouse \\",
            "    --upstream sample-connectors/issue-tracker-go/upstream.toml",
            "",
            "Environment:",
            "  AIRLOCK_HOME       keys, the vault, installed connectors, state, actions, the",
            "                     audit log, and what recovery keeps; else airlock in",
            "                     $XDG_DATA_HOME or ~/.local/share",
            "  AIRLOCK_CACHE      compiled code; else airlock in $XDG_CACHE_HOME or ~/.cache",
            "  AIRLOCK_PASSPHRASE_FILE  holds the passphrase of the vault, or of a key; else",
            "                     it is asked for",
            "  AIRLOCK_JAVA_OPTS  more options for Java, for instance -Xmx4g",
            "  JAVA_HOME          the Java to use; else the one on the PATH",
            "  NO_COLOR           no colours if it is set",
            "",
            "airlock COMMAND --help tells more about a command."
        })
final class AirlockCommand {
    private static final String DEBUG = "--debug";
    private static final String JSON = "--json";

    private final Terminal terminal;

    @Option(names = DEBUG, scope = ScopeType.INHERIT, description = "Show stack traces of Airlock's own faults.")
    private boolean debug;

    AirlockCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Carries out the command and returns its exit code. */
    int execute(String... args) {
        List<String> words = Arrays.asList(args);
        boolean json = words.contains(JSON);
        Faults faults = new Faults(terminal, () -> debug || words.contains(DEBUG));
        try {
            CommandLine line = line(faults, json);
            if (args.length == 0) {
                line.usage(line.getErr());
                return ExitCode.USAGE;
            }
            return heard(line.execute(args));
        } catch (Throwable e) {
            return report(faults.problem(e), json);
        }
    }

    private CommandLine line(Faults faults, boolean json) {
        return new CommandLine(this)
                .addSubcommand(new RunCommand(terminal, faults))
                .addSubcommand(new ReverseCommand(terminal, faults))
                .addSubcommand(new ReplayCommand(terminal))
                .addSubcommand(new ExplainCommand(terminal))
                .addSubcommand(new InspectCommand(terminal))
                .addSubcommand(new CheckCommand(terminal))
                .addSubcommand(new ConformCommand(terminal))
                .addSubcommand(new PackCommand(terminal))
                .addSubcommand(new KeygenCommand(terminal))
                .addSubcommand(new SignCommand(terminal))
                .addSubcommand(new VerifyCommand(terminal))
                .addSubcommand(KeyringCommand.line(terminal))
                .addSubcommand(new InstallCommand(terminal))
                .addSubcommand(StoreCommand.line(terminal))
                .addSubcommand(new NewCommand(terminal))
                .addSubcommand(new TestCommand(terminal))
                .addSubcommand(ActionCommand.line(terminal, faults))
                .addSubcommand(new CommandLine(new BindingCommand())
                        .addSubcommand(new BindingPart.Listing(terminal))
                        .addSubcommand(new BindingPart.Inspecting(terminal))
                        .addSubcommand(new BindingMaking.Setup(terminal))
                        .addSubcommand(new BindingMaking.Rebind(terminal))
                        .addSubcommand(new BindingPart.Revoking(terminal)))
                .addSubcommand(new CommandLine(new CacheCommand())
                        .addSubcommand(new CachePart.Listing(terminal))
                        .addSubcommand(new CachePart.Clearing(terminal)))
                .addSubcommand(
                        new CommandLine(new BreakerCommand()).addSubcommand(new BreakerCommand.Listing(terminal)))
                .addSubcommand(new CommandLine(new ReviewCommand())
                        .addSubcommand(new ReviewCommand.Listing(terminal))
                        .addSubcommand(new ReviewCommand.Showing(terminal))
                        .addSubcommand(new ReviewCommand.Resolving(terminal)))
                .addSubcommand(AuditCommand.line(terminal))
                .addSubcommand(new CommandLine.HelpCommand())
                .addSubcommand("generate-completion", new AutoComplete.GenerateCompletion())
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setAbbreviatedOptionsAllowed(false)
                // --args @FILE is the command's own; picocli would put the file's words in its place
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((problem, ignored) -> report(UsageProblem.of(problem), json))
                .setExecutionExceptionHandler((fault, ignored, result) -> report(faults.problem(fault), json));
    }

    /** A result that could not be written is no success. */
    private int heard(int exitCode) {
        if (terminal.out().checkError() && exitCode == ExitCode.SUCCESS) {
            terminal.err().println("airlock: the result could not be written to standard output.");
            return ExitCode.USAGE;
        }
        return exitCode;
    }

    private int report(CommandProblem problem, boolean json) {
        if (json) {
            AdministrativeError error = new AdministrativeError(
                    problem.code(), problem.text(), problem.problems(), "request-" + UUID.randomUUID());
            terminal.out().println(SafeJson.escaped(error.write()));
        } else {
            terminal.err().println("airlock: " + problem.text());
            problem.problems().forEach(line -> terminal.err().println("  " + line));
        }
        return ExitCode.USAGE;
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = AirlockCommand.class.getPackage().getImplementationVersion();
            return new String[] {"airlock " + (version == null ? "(not packaged)" : version)};
        }
    }
}
