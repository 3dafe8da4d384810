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
import picocli.CommandLine.ParameterException;
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
        CommandLine line = new CommandLine(this)
                .addSubcommand(new RunCommand(terminal))
                .addSubcommand(new InspectCommand(terminal))
                .addSubcommand(new CheckCommand(terminal))
                .addSubcommand("generate-completion", new AutoComplete.GenerateCompletion())
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.interactive() ? Ansi.AUTO : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                .setParameterExceptionHandler((problem, ignored) -> wrongUsage(problem, words.contains(JSON)))
                .setExecutionExceptionHandler((fault, ignored, result) -> faulty(fault, words));
        if (args.length == 0) {
            line.usage(line.getOut());
            return ExitCode.USAGE;
        }
        return line.execute(args);
    }

    private int wrongUsage(ParameterException problem, boolean json) {
        String text = problem.getMessage() == null ? "wrong usage" : problem.getMessage();
        String name = problem.getCommandLine().getCommandSpec().qualifiedName();
        return report(CommandProblem.usage(text + ". See " + name + " --help."), json);
    }

    private int faulty(Exception fault, List<String> words) {
        boolean json = words.contains(JSON);
        if (debug || words.contains(DEBUG)) {
            fault.printStackTrace(terminal.err());
        }
        if (fault instanceof CommandProblem problem) {
            return report(problem, json);
        }
        return report(
                CommandProblem.configuration(
                        "Airlock itself failed (" + fault.getClass().getSimpleName()
                                + "). Run the command again with --debug to see where, and report it.",
                        List.of()),
                json);
    }

    private int report(CommandProblem problem, boolean json) {
        if (json) {
            terminal.out()
                    .println(new AdministrativeError(
                                    problem.code(), problem.text(), problem.problems(), "request-" + UUID.randomUUID())
                            .write());
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
