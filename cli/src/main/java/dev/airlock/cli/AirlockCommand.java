package dev.airlock.cli;

import dev.airlock.cli.audit.log.RefusalRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.StandardOutput;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedText;
import dev.airlock.cli.console.UsageProblem;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.RefusedConnector;
import dev.airlock.failures.AdministrativeError;
import dev.airlock.sandbox.engine.pass.ClassPass;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The whole command: finds the subcommand, and turns every error into a message and an exit code. */
@Command(
        name = "airlock",
        description = "Runs connectors in a sandbox.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
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
            "  AIRLOCK_HOME       keys, the vault, installed connectors, state, actions,",
            "                     recordings, the audit log, recovery's database; else",
            "                     airlock in $XDG_DATA_HOME or ~/.local/share",
            "  AIRLOCK_DATABASE   the URL of a PostgreSQL database that machines share: the",
            "                     audit log, keys, reversals, reviews, circuits and state",
            "                     are there then; see airlock database --help",
            "  AIRLOCK_CACHE      compiled code; else airlock in $XDG_CACHE_HOME or ~/.cache",
            "  AIRLOCK_PASSPHRASE_FILE",
            "                     a file with the passphrase of the vault, or of a key;",
            "                     else Airlock asks for it",
            "  AIRLOCK_GITHUB_URL, AIRLOCK_GITLAB_URL, AIRLOCK_OCI_URL",
            "                     where to download packages from, instead of the place",
            "                     in their names",
            "  AIRLOCK_CA_FILE    certificates (PEM) that downloads and airlock publish trust",
            "                     in addition to Java's own",
            "  AIRLOCK_JAVA_OPTS  more options for Java, for instance -Xmx4g",
            "  JAVA_HOME          the Java to use; else the one on the PATH",
            "  NO_COLOR           no colours if it is set",
            "",
            "airlock COMMAND --help shows the help of a command."
        })
public final class AirlockCommand {
    private static final String DEBUG = "--debug";
    private static final String JSON = "--json";

    private final Terminal terminal;

    @Option(names = DEBUG, scope = ScopeType.INHERIT, description = "Show stack traces of Airlock's own faults.")
    private boolean debug;

    /** The command for the user of that terminal. */
    public AirlockCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code. */
    public int execute(String... args) {
        List<String> words = Arrays.asList(args);
        boolean json = words.contains(JSON);
        Faults faults = new Faults(terminal, () -> debug || words.contains(DEBUG));
        try {
            TypedText.requireWhole(words, terminal.directory());
            requireKnownProperties();
            CommandLine line = line(faults, json, args.length == 0 ? "" : args[0]);
            if (args.length == 0) {
                line.usage(line.getErr());
                return ExitCode.USAGE;
            }
            return heard(line.execute(args));
        } catch (Throwable e) {
            return failed(e, faults, json);
        }
    }

    /** Refuses a Java property with an invalid value, for instance from {@code AIRLOCK_JAVA_OPTS}, because it is not a fault of Airlock. */
    private static void requireKnownProperties() {
        if (System.getProperty(ClassPass.PROPERTY) == null) {
            return; // without loading the class
        }
        try {
            ClassPass.ofTheJvm();
        } catch (IllegalArgumentException e) {
            throw CommandProblem.word(String.valueOf(e.getMessage()));
        }
    }

    private int failed(Throwable thrown, Faults faults, boolean json) {
        if (thrown instanceof RefusedConnector refused) {
            RefusalRecord.write(terminal, refused.failure());
            return refused.print(terminal, json);
        }
        return report(faults.problem(thrown), json);
    }

    private CommandLine line(Faults faults, boolean json, String first) {
        CommandLine line = new CommandLine(this);
        new Subcommands(terminal, faults).addTo(line, first);
        return line.setHelpFactory(HelpText::of)
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setAbbreviatedOptionsAllowed(false)
                // the command itself reads --args @FILE; picocli would insert the words of the file
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((problem, ignored) -> report(UsageProblem.of(problem), json))
                .setExecutionExceptionHandler((fault, ignored, result) -> failed(fault, faults, json));
    }

    /** Returns the exit code, unless the result could not be written, which is not a success. A reader that has enough is none of that. */
    private int heard(int exitCode) {
        boolean isEnough = terminal.out() instanceof StandardOutput out && out.hasNoReader();
        if (terminal.out().checkError() && exitCode == ExitCode.SUCCESS && !isEnough) {
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
            problem.print(terminal);
        }
        return ExitCode.USAGE;
    }
}
