package dev.airlock.cli.author;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.ReportFile;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.Conformance;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.KnownFailures;
import dev.airlock.conformance.report.CheckList;
import dev.airlock.conformance.report.HtmlReport;
import dev.airlock.conformance.report.JUnitReport;
import dev.airlock.conformance.report.JsonReport;
import dev.airlock.conformance.report.TextReport;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock conform}: runs the list of checks on a connector. */
@Command(
        name = "conform",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Calls a connector in ways that users do and authors do not, and reports what it should change.",
            "Uses no network and none of your credentials: a script answers the connector's requests."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it conforms, perhaps with warnings",
            "1:a check found an error, or a known failure now passes",
            "2:the connector could not be checked",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock conform sample-connectors/lookup-assemblyscript",
            "  airlock conform my-connector --html report.html --junit report.xml",
            "  airlock conform --list"
        })
public final class ConformCommand implements Callable<Integer> {
    private static final String SCRIPT = "upstream.toml";
    private static final long MOST_KNOWN_BYTES = 1 << 20;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CONNECTOR",
            description = {
                ConnectorPlace.DESCRIPTION,
                "The checks learn working calls of its operations from the scenarios in its folder tests."
            })
    private @Nullable Path directory;

    @Option(
            names = "--list",
            description = "Print the checks: id, severity, since when, why, and how to see it by hand.")
    private boolean list;

    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description =
                    "Answer the connector's requests from this script. Default: upstream.toml in the folder, if it is there.")
    private @Nullable Path upstream;

    @Option(
            names = "--known",
            paramLabel = "FILE",
            description = "The file of known failures, each with its reason. Default: " + KnownFailures.FILE
                    + " in DIR, if it is there.")
    private @Nullable Path known;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the report as JUnit XML to this file, too.")
    private @Nullable Path junit;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report as one HTML page to this file, too.")
    private @Nullable Path html;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public ConformCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (list) {
            print(SafeJson.line(CheckList.document()), CheckList.lines());
            return ExitCode.SUCCESS;
        }
        if (directory == null) {
            throw CommandProblem.usage("Name a connector, or --list.");
        }
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            return check(directory, interruption);
        }
    }

    private int check(Path folder, Interruption interruption) {
        ReportFile.prepare(terminal, junit);
        ReportFile.prepare(terminal, html);
        Conformance conformance = conformance(folder);
        ConformanceReport report;
        try (Progress progress = Progress.start(terminal, json.isGiven(), "checking")) {
            report = conformance.all(new Shown(progress, interruption)::result);
        }
        ReportFile.write(terminal, junit, JUnitReport.of(report));
        ReportFile.write(terminal, html, HtmlReport.of(report));
        if (interruption.mayPrint()) {
            print(SafeJson.line(JsonReport.of(report)), List.of(TextReport.summary(report)));
        }
        return report.conforms() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private void print(String document, List<String> lines) {
        if (json.isGiven()) {
            terminal.out().println(document);
        } else {
            lines.forEach(terminal.out()::println);
        }
    }

    private Conformance conformance(Path folder) {
        try {
            return Conformance.of(subject(folder), knownFailures(folder));
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The scripted upstream cannot listen on the loopback interface.", List.of());
        }
    }

    /** Shows people each result as it comes, and the running check. */
    private final class Shown {
        private final Progress progress;
        private final Interruption interruption;
        private final Iterator<Check> checks = List.of(Check.values()).iterator();

        Shown(Progress progress, Interruption interruption) {
            this.progress = progress;
            this.interruption = interruption;
            next();
        }

        void result(CheckResult result) {
            if (!json.isGiven() && !interruption.requested()) {
                progress.wiped(() -> TextReport.lines(result).forEach(terminal.out()::println));
            }
            next();
        }

        private void next() {
            if (checks.hasNext()) {
                progress.say("checking " + checks.next().id());
            }
        }
    }

    private ConnectorUnderTest subject(Path typed) throws IOException {
        ConnectorPlace folder = ConnectorPlace.named(terminal, typed);
        Optional<CodeCache> cache = RunEnvironment.codeCache(terminal);
        ConnectorUnderTest subject = ConnectorUnderTest.of(folder.manifest(), folder.module())
                .withScenarios(ScenarioFiles.read(terminal, typed))
                .in(cache.map(Sandbox.builder()::codeCache).orElseGet(Sandbox::builder));
        return chosen(upstream, typed.resolve(SCRIPT))
                .map(file -> subject.answeredBy(RunEnvironment.script(terminal, file)))
                .orElse(subject);
    }

    private KnownFailures knownFailures(Path folder) {
        Optional<Path> file = chosen(known, folder.resolve(KnownFailures.FILE));
        if (file.isEmpty()) {
            return KnownFailures.NONE;
        }
        String shown = TypedFile.shown(file.get());
        SourceText text = SourceText.decode(TypedFile.bytes(terminal, file.get(), MOST_KNOWN_BYTES));
        KnownFailures.Reading reading = KnownFailures.parse(shown, text.text());
        if (text.broken().isEmpty() && reading instanceof KnownFailures.Reading.Valid valid) {
            return valid.known();
        }
        throw CommandProblem.configuration(
                shown + " cannot be used; correct it and run the command again.",
                reading instanceof KnownFailures.Reading.Invalid wrong
                        ? wrong.problems()
                        : List.of(shown + ": the text is not UTF-8; save the file as UTF-8"));
    }

    /** Returns the file that a person named, or the one beside the connector if it exists. */
    private Optional<Path> chosen(@Nullable Path named, Path beside) {
        return Optional.ofNullable(named)
                .or(() -> Optional.of(beside).filter(file -> Files.isRegularFile(terminal.resolve(file))));
    }
}
