package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.RefusalRecord;
import dev.airlock.cli.binding.OpenVault;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.console.outcome.RefusedConnector;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.cli.run.flags.CallArguments;
import dev.airlock.cli.run.flags.ConnectorFlags;
import dev.airlock.cli.run.flags.DeclaredOperations;
import dev.airlock.cli.run.flags.DiagnosisFlags;
import dev.airlock.cli.run.flags.EngineChoice;
import dev.airlock.cli.run.flags.LimitFlags;
import dev.airlock.cli.run.flags.PendingCompilation;
import dev.airlock.cli.run.flags.RecordFlags;
import dev.airlock.cli.run.flags.RetryFlags;
import dev.airlock.cli.run.flags.RunRecording;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock run}: makes one call of a connector, in one attempt unless a flag turns recovery on. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs one operation of a connector in the sandbox, once unless you give a recovery flag.",
            "Prints the result to standard output; logs, failures and usage to standard error."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, partial results included",
            "1:a structured failure",
            "2:wrong usage or configuration; nothing was run",
            "130:cancelled"
        },
        footer = {
            "",
            "Keeps compiled code in $AIRLOCK_CACHE, or in airlock in your cache folder; see airlock cache --help.",
            "",
            "Examples:",
            "  airlock run sample-connectors/issue-tracker-go list_issues \\",
            "    --arg project=lighthouse \\",
            "    --upstream sample-connectors/issue-tracker-go/upstream.toml",
            "  airlock run my-connector send --args @message.json --wall 5s --json",
            "  airlock run github://acme/slack@1.2.0 post --arg text=hello",
            "  airlock run my-connector send --args @message.json --retry --key order-17"
        })
public final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Faults faults;

    @Parameters(index = "0", paramLabel = "CONNECTOR", description = ConnectorPlace.DESCRIPTION)
    private Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "OP", description = "The operation's name.")
    private String op = "";

    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = "The arguments as a JSON object; @FILE reads a file, - reads standard input. Default: {}.")
    private @Nullable String args;

    @Option(
            names = "--arg",
            paramLabel = "K=V",
            description =
                    "One argument, of the type that the operation declares. If it declares none, a value that is JSON"
                            + " is read as JSON, and any other is text. May be repeated.")
    private List<String> singleArgs = new ArrayList<>();

    @Mixin
    private ConnectorFlags flags = new ConnectorFlags();

    @Mixin
    private LimitFlags limits = new LimitFlags();

    @Mixin
    private RetryFlags retry = new RetryFlags();

    @Mixin
    private RecordFlags record = new RecordFlags();

    @Mixin
    private DiagnosisFlags diagnosis = new DiagnosisFlags();

    @Option(
            names = "--engine",
            paramLabel = "TIER",
            converter = EngineChoice.Words.class,
            completionCandidates = EngineChoice.Words.class,
            description = {
                "auto (default): interpreted the first time, and compiled for the next run once the answer is printed.",
                "compiled or interpreted: always. Results and fuel are the same."
            })
    private EngineChoice engine = EngineChoice.AUTO;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Give the connector repeatable random numbers, to compare runs. Not for real calls."
                    + " Default: random ones.")
    private @Nullable Long seed;

    @Option(
            names = "--learn",
            description =
                    "Print the smallest manifest that the call needs, instead of making the call: Airlock tries it with"
                            + " nothing granted, then with the grants that it lacked. Nothing is sent to any service, and no credential"
                            + " is used; --upstream FILE answers the requests, else nothing does.")
    private boolean learn;

    /** The command for the user of that terminal. */
    public RunCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ConnectorPlace place = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = place.configured(terminal);
            DeclaredOperations.require(op, manifest);
            LoadOptions options = limits.addTo(engine.addTo(LoadOptions.standard()));
            ConnectorFiles files = place.files(manifest);
            ObjectNode arguments =
                    new CallArguments(terminal, manifest, op).read(Optional.ofNullable(args), singleArgs);
            CallRequest request = request(arguments);
            return learn
                    ? learn(interruption, files, manifest, options, request)
                    : run(interruption, files, manifest, options, request);
        } catch (RefusedConnector refused) {
            RefusalRecord.ofCall(terminal, op, refused, flags.scripted());
            return refused.print(terminal, flags.json());
        } catch (StoreUnavailableException e) {
            throw RecoveryFile.unusable(e);
        }
    }

    /** Returns a foreground call with the given key, or with a new one. */
    private CallRequest request(ObjectNode arguments) {
        CallRequest request = flags.agreedTo(CallRequest.of(op, arguments)
                .inForeground()
                .recordedAs(AuditId.random())
                .retrying(retry.policy()));
        return retry.key().map(request::withKey).orElse(request);
    }

    private int learn(
            Interruption interruption,
            ConnectorFiles files,
            ConnectorManifest manifest,
            LoadOptions options,
            CallRequest request) {
        interruption.working(request.cancellation());
        return new LearnRun(
                        terminal,
                        new LearnRun.Subject(
                                manifest,
                                files,
                                options,
                                request,
                                flags.upstream().map(typed -> RunEnvironment.script(terminal, typed)),
                                RunEnvironment.addresses(flags.allowPrivate())))
                .run(interruption, flags.json());
    }

    private int run(
            Interruption interruption,
            ConnectorFiles files,
            ConnectorManifest manifest,
            LoadOptions options,
            CallRequest request) {
        Optional<RunRecording> recording =
                record.open(terminal, files, request.auditId().orElseThrow());
        try (RunProgress progress = new RunProgress(
                        terminal, flags, manifest.connector().name(), interruption, request.cancellation());
                RunEnvironment environment = flags.environment(terminal, faults, manifest);
                OpenVault vault = flags.vault(terminal, manifest);
                Airlock airlock = settings(vault.addTo(environment.airlock()))
                        .listener(progress)
                        .start()) {
            LoadOptions bound = flags.bound(airlock, files, manifest, options);
            CallResult result = airlock.call(files, diagnosis.addTo(recorded(bound, recording)), request);
            if (interruption.mayPrint()) {
                new RunOutput(terminal, directory, op, retry.given(), flags, limits, diagnosis)
                        .print(result, progress.loaded(), files, manifest, environment, recording);
                List<String> scenario = record.writeScenario(terminal, result.auditId());
                if (!flags.silent()) {
                    scenario.forEach(terminal.err()::println);
                }
            }
            if (progress.loaded().isPresent()) {
                PendingCompilation.await(airlock, terminal, flags.quiet(), interruption);
            }
            return ExitCode.of(result.outcome());
        }
    }

    private AirlockBuilder settings(AirlockBuilder standard) {
        AirlockBuilder settings = retry.given() ? standard : standard.withoutRecovery();
        return seed == null ? settings : settings.random(new SplittableRandom(seed)::nextBytes);
    }

    private static LoadOptions recorded(LoadOptions options, Optional<RunRecording> recording) {
        return recording
                .map(recorder -> LoadObservation.recorded(options, recorder))
                .orElse(options);
    }
}
