package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.engine.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock run}: one call of a connector, one attempt. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs one operation of a connector, once, in the sandbox.",
            "The result goes to standard output; logs, failures and what the call used go to standard error."
        },
        footer = {
            "",
            "Example:",
            "  airlock run sample-connectors/issue-tracker-go list_issues --arg project=lighthouse \\",
            "    --upstream sample-connectors/issue-tracker-go/upstream.toml"
        })
final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with manifest.toml and connector.wasm.")
    private Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "OP", description = "The operation's name.")
    private String op = "";

    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = "The arguments as a JSON object; @FILE reads a file, - reads standard input.")
    private @Nullable String args;

    @Option(
            names = "--arg",
            paramLabel = "K=V",
            description =
                    "One argument. A value that the operation declares as text stays text; any other is read as JSON,"
                            + " and as text if it is not JSON. May be repeated.")
    private List<String> singleArgs = new ArrayList<>();

    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = "Answer the connector's requests from this script instead of the network.")
    private @Nullable Path upstream;

    @Option(names = "--wall", paramLabel = "TIME", description = "How long the call may take: 500ms, 30s, 5min.")
    private @Nullable String wall;

    @Option(names = "--fuel", paramLabel = "N", description = "How much fuel it may use, in units.")
    private @Nullable String fuel;

    @Option(names = "--memory", paramLabel = "SIZE", description = "How much memory it may have: 32MiB.")
    private @Nullable String memory;

    @Option(
            names = "--engine",
            paramLabel = "TIER",
            description = "compiled (default) or interpreted; results and fuel are the same.")
    private Tier tier = Tier.COMPILED;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Give the connector repeatable random numbers, for runs that are compared. Not for real calls.")
    private @Nullable Long seed;

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description =
                    "Let this host, which the manifest grants, have an address that is not public. May be repeated.")
    private List<String> allowPrivate = new ArrayList<>();

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    @Option(names = "--quiet", description = "Print only the result or the failure.")
    private boolean quiet;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConnectorFolder folder = ConnectorFolder.at(terminal.resolve(directory));
        ConnectorManifest manifest = folder.manifest();
        byte[] module = folder.module();
        ObjectNode arguments = new CallArguments(terminal, manifest, op).read(Optional.ofNullable(args), singleArgs);
        LoadOptions options = options();
        try (RunEnvironment environment = RunEnvironment.open(
                        terminal, manifest, Optional.ofNullable(upstream).map(terminal::resolve), allowPrivate, seed);
                Sandbox sandbox = environment.sandbox()) {
            Outcome outcome = run(sandbox, manifest, module, options, Call.of(op, arguments));
            print(outcome);
            if (!quiet) {
                environment.reportLines().forEach(line -> terminal.err().println("upstream: " + line));
            }
            return exitCode(outcome);
        }
    }

    private Outcome run(Sandbox sandbox, ConnectorManifest manifest, byte[] module, LoadOptions options, Call call) {
        Runnable release = Interruption.cancels(call.cancellation());
        try (Progress progress = Progress.start(
                terminal, quiet || json, "loading " + manifest.connector().name())) {
            LoadResult result = sandbox.load(manifest, module, options);
            progress.say("running " + op);
            if (result instanceof LoadResult.Loaded loaded) {
                return sandbox.invoke(loaded.connector(), call);
            }
            LoadResult.Refused refused = (LoadResult.Refused) result;
            return new Outcome.Failed(refused.failure(), Usage.none(refused.loadMillis()), Transcript.EMPTY);
        } finally {
            release.run();
        }
    }

    private void print(Outcome outcome) {
        if (json) {
            terminal.out().println(StrictJson.write(OutcomeDocument.of(outcome)));
        } else {
            new OutcomeText(terminal, quiet).print(outcome);
        }
    }

    private static int exitCode(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return ExitCode.SUCCESS;
        }
        return outcome instanceof Outcome.Failed ? ExitCode.FAILURE : ExitCode.CANCELLED;
    }

    private LoadOptions options() {
        LoadOptions options = LoadOptions.standard().withTier(tier);
        options = with(options, LimitName.WALL_TIME, "--wall", wall);
        options = with(options, LimitName.FUEL, "--fuel", fuel);
        return with(options, LimitName.MEMORY, "--memory", memory);
    }

    private static LoadOptions with(LoadOptions options, LimitName name, String flag, @Nullable String text) {
        if (text == null) {
            return options;
        }
        Parsed<Long> value = LimitRule.of(name).parse(text);
        if (value instanceof Parsed.Wrong<Long> wrong) {
            throw CommandProblem.usage(flag + ": " + wrong.message() + ".");
        }
        return options.withLimit(name, value.orThrow());
    }
}
