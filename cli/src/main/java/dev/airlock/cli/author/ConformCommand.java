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
import dev.airlock.conformance.ConformanceReport.Status;
import dev.airlock.conformance.Group;
import dev.airlock.conformance.KnownFailures;
import dev.airlock.conformance.report.CheckList;
import dev.airlock.conformance.report.HtmlReport;
import dev.airlock.conformance.report.JUnitReport;
import dev.airlock.conformance.report.JsonReport;
import dev.airlock.conformance.report.TextReport;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "1:a check found an error or could not be exercised, or a known failure now passes",
            "2:the connector could not be checked",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock conform sample-connectors/lookup-assemblyscript",
            "  airlock conform my-connector --html report.html --junit report.xml",
            "  airlock conform my-connector --only faults --only retry.one-effect",
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

    @Option(
            names = "--only",
            paramLabel = "CHECK",
            completionCandidates = Words.class,
            description = "Run this check, or this group of checks. May be repeated. Default: all.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--allow-unexercised",
            description = "End with 0 although checks could not be exercised, if nothing else is wrong.")
    private boolean allowUnexercised;

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
        List<Check> checks = checks();
        Conformance conformance = conformance(folder);
        ConformanceReport report;
        try (Progress progress = Progress.reporting(terminal, json.isGiven(), "checking")) {
            Shown shown = new Shown(progress, interruption, checks);
            shown.lines(TextReport.lines(conformance.unexercised(checks)));
            report = conformance.these(checks, shown::result);
        }
        ReportFile.write(terminal, junit, JUnitReport.of(report, allowUnexercised));
        ReportFile.write(terminal, html, HtmlReport.of(report));
        if (interruption.mayPrint()) {
            print(SafeJson.line(JsonReport.of(report)), lastLines(report));
        }
        boolean ends = report.conforms() || (allowUnexercised && report.status() == Status.NOT_EXERCISED);
        return ends ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static List<String> lastLines(ConformanceReport report) {
        return report.status() == Status.NOT_EXERCISED
                ? List.of(TextReport.summary(report), TextReport.headline(report))
                : List.of(TextReport.summary(report));
    }

    private List<Check> checks() {
        if (only.isEmpty()) {
            return List.of(Check.values());
        }
        for (String word : only) {
            if (!Words.ALL.contains(word)) {
                throw CommandProblem.usage("--only: there is no check " + Printable.quoted(word)
                        + Nearest.to(word, Words.ALL)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("; airlock conform --list shows the checks."));
            }
        }
        return Arrays.stream(Check.values())
                .filter(check ->
                        only.contains(check.id()) || only.contains(check.group().word()))
                .toList();
    }

    /** The words of {@code --only}, for its completion. */
    static final class Words implements Iterable<String> {
        private static final List<String> ALL = Stream.concat(
                        Arrays.stream(Group.values()).map(Group::word),
                        Arrays.stream(Check.values()).map(Check::id))
                .toList();

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
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
        private final Iterator<Check> checks;

        Shown(Progress progress, Interruption interruption, List<Check> checks) {
            this.progress = progress;
            this.interruption = interruption;
            this.checks = checks.iterator();
            progress.say("calling each operation once");
        }

        void result(CheckResult result) {
            lines(TextReport.lines(result));
        }

        void lines(List<String> lines) {
            if (!json.isGiven() && !interruption.requested()) {
                progress.wiped(() -> lines.forEach(terminal.out()::println));
                terminal.out().flush(); // for whoever watches a file
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
        ConnectorUnderTest uncached = ConnectorUnderTest.of(folder.manifest(), folder.module())
                .withScenarios(ScenarioFiles.read(terminal, typed));
        ConnectorUnderTest subject = RunEnvironment.codeCache(terminal)
                .map(cache -> uncached.in(Sandbox.builder().codeCache(cache)).executedAs(Tier.COMPILED))
                .orElse(uncached);
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
