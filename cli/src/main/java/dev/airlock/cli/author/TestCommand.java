package dev.airlock.cli.author;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.ReportFile;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.run.flags.EngineChoice;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.ScenarioRunner;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.scenarios.ScenarioUpdate;
import dev.airlock.conformance.scenarios.report.FuelBaseline;
import dev.airlock.conformance.scenarios.report.ScenarioJUnitReport;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock test}: runs a connector's own scenarios against scripted upstreams. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the scenarios of a connector, the files tests/*.toml in its folder. Each is one call against a"
                    + " scripted upstream, with its expected outcome.",
            "Uses no network, and does not open the vault."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is as expected",
            "1:a scenario failed",
            "2:wrong usage or configuration, or a scenario with problems; nothing was run",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock test sample-connectors/issue-tracker-go",
            "  airlock test my-connector --only create-issue --update",
            "  airlock test my-connector --max-fuel-delta 5%% --junit target/connector.xml"
        })
public final class TestCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with manifest.toml, connector.wasm and tests.")
    private Path directory = Path.of("");

    @Option(
            names = "--only",
            paramLabel = "NAME",
            description = "Run this scenario: its file name without .toml. May be repeated. Default: all.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--update", description = "Write each scenario's outcome into its file as the new expectation.")
    private boolean update;

    @Option(
            names = "--record-fuel",
            description = "Write the fuel that each scenario used to tests/fuel.json, for --max-fuel-delta.")
    private boolean recordFuel;

    @Option(
            names = "--max-fuel-delta",
            paramLabel = "PERCENT",
            description = "Fail a scenario that uses this much more fuel than tests/fuel.json says: 5%%, 0.5%%.")
    private @Nullable String maxFuelDelta;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write a report as JUnit XML.")
    private @Nullable Path junit;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "How many scenarios run at a time. Default: the number of processors.")
    private @Nullable Integer jobs;

    @Option(
            names = "--engine",
            paramLabel = "TIER",
            converter = EngineChoice.Words.class,
            completionCandidates = EngineChoice.Words.class,
            description = "auto (default), compiled or interpreted; auto compiles if the code can be kept in the cache."
                    + " Results and fuel are the same.")
    private EngineChoice engine = EngineChoice.AUTO;

    @Option(
            names = "--watch",
            description = "Run the scenarios again whenever a file of the connector's folder changes, until Ctrl-C."
                    + " Builds the connector first if its dev.toml says how.")
    private boolean watch;

    @Option(names = "--allow-build", description = "With --watch: run the commands of dev.toml without asking.")
    private boolean allowBuild;

    @Mixin
    private JsonFlag json = new JsonFlag();

    private final Set<Path> wrote = new HashSet<>();

    /** The command for the user of that terminal. */
    public TestCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the command for all scenarios of a folder, as another command of authors runs it. */
    static TestCommand of(Terminal terminal, Path directory) {
        TestCommand command = new TestCommand(terminal);
        command.directory = directory;
        return command;
    }

    @Override
    public Integer call() throws IOException {
        if (watch && json.isGiven()) {
            throw CommandProblem.usage(
                    "--watch prints again and again, and --json exactly once; leave one of them out.");
        }
        if (jobs != null && jobs < 1) {
            throw CommandProblem.usage("--jobs takes a whole number from 1 up, not " + jobs + ".");
        }
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            return call(interruption);
        }
    }

    private int call(Interruption interruption) throws IOException {
        try {
            interruption.loading();
            return watch
                    ? ConnectorWatch.agreed(terminal, directory, allowBuild)
                            .each(this::round, () -> !interruption.requested())
                    : once(interruption);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return interruption.cancelledHere();
        }
    }

    private int once(Interruption interruption) throws IOException, InterruptedException {
        TestReport report = run();
        if (interruption.mayPrint()) {
            report.print(json.isGiven());
        }
        return report.passed() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    /** Makes one of many runs. Prints a problem that prevents this run, because the next run may succeed. */
    Set<Path> round() throws IOException, InterruptedException {
        wrote.clear();
        try {
            run().print(false);
        } catch (CommandProblem problem) {
            problem.print(terminal);
        }
        return wrote;
    }

    private TestReport run() throws IOException, InterruptedException {
        ConnectorFolder folder = ConnectorFolder.at(terminal, directory);
        ConnectorManifest manifest = folder.manifest();
        Optional<BigDecimal> delta = Optional.ofNullable(maxFuelDelta).map(TestCommand::percent);
        Optional<FuelBaseline> baseline = delta.isPresent() ? Optional.of(baseline()) : Optional.empty();
        FuelBaseline earlier = earlier();
        List<Scenario> scenarios = chosen(ScenarioFiles.read(terminal, directory));
        ReportFile.prepare(terminal, junit);
        Optional<CodeCache> cache = RunEnvironment.codeCache(terminal);
        ScenarioRunner uncached = new ScenarioRunner(manifest, folder.module(), tier(cache.isPresent()));
        ScenarioRunner runner = cache.map(uncached::withCodeCache).orElse(uncached);
        requireTaken(runner, scenarios);
        List<ScenarioResult> results = results(
                scenarios,
                runner,
                result -> baseline.map(known -> known.check(result, delta.orElseThrow()))
                        .orElse(result));
        List<String> written = write(manifest, results, earlier);
        return new TestReport(terminal, typedTests(), results, written, update);
    }

    private Tier tier(boolean isKept) {
        boolean isCompiled = engine == EngineChoice.COMPILED || (engine == EngineChoice.AUTO && isKept);
        return isCompiled ? Tier.COMPILED : Tier.INTERPRETED;
    }

    private List<ScenarioResult> results(
            List<Scenario> scenarios, ScenarioRunner runner, UnaryOperator<ScenarioResult> check)
            throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        try (Progress progress = Progress.reporting(terminal, json.isGiven(), progress(0, scenarios.size()))) {
            return ScenarioSuite.run(
                    scenarios, runner, jobs == null ? Runtime.getRuntime().availableProcessors() : jobs, result -> {
                        progress.say(progress(done.incrementAndGet(), scenarios.size()));
                        return check.apply(result);
                    });
        }
    }

    private static void requireTaken(ScenarioRunner runner, List<Scenario> scenarios) {
        List<String> problems = scenarios.stream()
                .flatMap(scenario -> runner.refusal(scenario).map(why -> scenario.name() + ": " + why).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw CommandProblem.configuration("The connector does not take the settings of a scenario.", problems);
        }
    }

    private static String progress(int done, int all) {
        return "testing: " + done + " of " + all + " done";
    }

    private List<String> write(ConnectorManifest manifest, List<ScenarioResult> results, FuelBaseline earlier)
            throws IOException {
        List<String> written = new ArrayList<>();
        if (update) {
            for (ScenarioResult result : results) {
                written.addAll(updated(result));
            }
        }
        if (recordFuel) {
            Path file = tests().resolve(FuelBaseline.FILE);
            wrote.add(file);
            earlier.with(results).write(file);
            written.add("wrote " + TypedFile.shown(typedTests().resolve(FuelBaseline.FILE)));
        }
        if (junit != null) {
            wrote.add(terminal.resolve(junit));
            ReportFile.write(
                    terminal,
                    junit,
                    ScenarioJUnitReport.of(manifest.connector().name().toString(), results));
        }
        return written;
    }

    private List<String> updated(ScenarioResult result) throws IOException {
        String shown = TypedFile.shown(typedTests().resolve(result.scenario().name() + ScenarioSuite.ENDING));
        List<String> lines = new ArrayList<>();
        if (result.differences().size() > result.stayingDifferences().size()) {
            lines.add(rewritten(result, shown));
        }
        result.stayingDifferences()
                .forEach(difference -> lines.add("could not update " + shown + ": " + difference.at()
                        + " is not an expectation that --update can write; change the connector, the script, the budget or"
                        + " the recorded fuel"));
        return lines;
    }

    private String rewritten(ScenarioResult result, String shown) throws IOException {
        Optional<String> text = ScenarioUpdate.of(result);
        if (text.isEmpty()) {
            return "could not update " + shown
                    + ": write its expectations as tables, [expect], [expect.failure] and [[expect.requests]]";
        }
        wrote.add(result.scenario().file());
        Files.write(result.scenario().file(), text.get().getBytes(StandardCharsets.UTF_8));
        return "updated " + shown;
    }

    private List<Scenario> chosen(List<Scenario> scenarios) {
        if (scenarios.isEmpty()) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typedTests()) + " holds no scenario. Write one, for instance"
                            + " tests/first.toml with the line op = \"an_operation\", and run with --update.",
                    List.of());
        }
        for (String name : only) {
            if (scenarios.stream().noneMatch(scenario -> scenario.name().equals(name))) {
                throw CommandProblem.usage("--only: there is no scenario " + Printable.quoted(name) + ".");
            }
        }
        return scenarios.stream()
                .filter(scenario -> only.isEmpty() || only.contains(scenario.name()))
                .toList();
    }

    /** Returns the recorded fuel that is kept when only some scenarios are run and recorded. */
    private FuelBaseline earlier() {
        boolean isKept = recordFuel && !only.isEmpty() && Files.exists(tests().resolve(FuelBaseline.FILE));
        return isKept ? baseline() : new FuelBaseline(Map.of());
    }

    private FuelBaseline baseline() {
        try {
            return FuelBaseline.read(tests().resolve(FuelBaseline.FILE));
        } catch (IOException | MalformedJsonException e) {
            throw CommandProblem.configuration(
                    (recordFuel ? "--only keeps the other entries of " : "--max-fuel-delta needs ")
                            + TypedFile.shown(typedTests().resolve(FuelBaseline.FILE))
                            + ", which cannot be read. Write it with --record-fuel, for all scenarios.",
                    List.of());
        }
    }

    private static BigDecimal percent(String text) {
        if (!text.matches("[0-9]{1,4}(\\.[0-9]{1,3})?%")) {
            throw CommandProblem.usage(
                    "--max-fuel-delta takes a percentage, for instance 5%, not " + Printable.quoted(text) + ".");
        }
        return new BigDecimal(text.substring(0, text.length() - 1));
    }

    private Path typedTests() {
        return directory.resolve(ScenarioSuite.FOLDER);
    }

    private Path tests() {
        return terminal.resolve(typedTests());
    }
}
