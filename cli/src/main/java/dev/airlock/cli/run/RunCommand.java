package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Interruption;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.RefusedConnector;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.recovery.RecoveryListener;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock run}: one call of a connector, in one attempt unless it is to be recovered. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs one operation of a connector in the sandbox, once unless a flag of recovery is given.",
            "The result goes to standard output; logs, failures and what the call used go to standard error."
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
            "Compiled code is kept in $AIRLOCK_CACHE, else in airlock of your cache folder; see airlock cache --help.",
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
                    "One argument, of the type that the operation declares. Where it declares none, a value that is"
                            + " JSON is read as JSON, and any other is text. May be repeated.")
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
            description =
                    "Give the connector repeatable random numbers, for runs that are compared. Not for real calls."
                            + " Default: random ones.")
    private @Nullable Long seed;

    @Option(
            names = "--learn",
            description =
                    "Print the smallest manifest that the call needs, whole, instead of making it: it is tried with nothing"
                            + " granted, then with what it was denied. Nothing is sent to anybody, and no credential is used;"
                            + " --upstream FILE answers, else nobody does.")
    private boolean learn;

    /** The command for whoever is at that terminal. */
    public RunCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ConnectorPlace place = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = place.manifest();
            DeclaredOperations.require(op, manifest);
            LoadOptions options =
                    limits.addTo(engine.addTo(LoadOptions.standard())).withIdentity(place.identity(manifest));
            ConnectorRun.Subject subject = new ConnectorRun.Subject(place, manifest, place.module(), options);
            ObjectNode arguments =
                    new CallArguments(terminal, manifest, op).read(Optional.ofNullable(args), singleArgs);
            RetryPolicy policy = retry.policy();
            Call call = call(arguments);
            return learn ? learn(interruption, subject, call) : run(interruption, subject, call, policy);
        } catch (RefusedConnector refused) {
            RunAudit.refused(terminal, op, refused, flags.scripted());
            return refused.print(terminal, flags.json());
        }
    }

    /** A call under the key that was given, or one of its own. */
    private Call call(ObjectNode arguments) {
        Call call = Call.of(op, arguments);
        return retry.key().map(call::withIdempotencyKey).orElse(call);
    }

    private int learn(Interruption interruption, ConnectorRun.Subject subject, Call call) {
        Cancellation cancellation = new Cancellation();
        interruption.working(cancellation);
        return new LearnRun(
                        terminal,
                        new LearnRun.Subject(
                                subject.manifest(),
                                subject.module(),
                                subject.options(),
                                call,
                                flags.upstream().map(typed -> RunEnvironment.script(terminal, typed)),
                                RunEnvironment.addresses(flags.allowPrivate()),
                                cancellation))
                .run(interruption, flags.json());
    }

    private int run(Interruption interruption, ConnectorRun.Subject subject, Call call, RetryPolicy policy) {
        Optional<RunRecording> recording = record.open(terminal, subject.place(), subject.module(), call.auditId());
        try (LoadingLine progress = new LoadingLine(
                        terminal, flags.quiet(), subject.manifest().connector().name());
                RunAudit audit = RunAudit.open(terminal);
                RunEnvironment environment = environment(subject.manifest());
                RunCredentials credentials = flags.credentials(terminal, subject.place(), subject.manifest());
                RunRecovery recovery = recovery(credentials, audit);
                Sandbox sandbox =
                        environment.sandbox(progress, recovery == null ? CircuitGate.NONE : recovery.circuits())) {
            audit.begin(
                    new RunAudit.Intent(subject::recorded, call, flags.scripted(), flags.allowPrivate()),
                    credentials.secrets());
            ConnectorRun run = new ConnectorRun(sandbox, interruption, progress, audit);
            LoadOptions options = diagnosis.addTo(recorded(credentials.addTo(subject.options()), recording));
            Ran ran = run.refused(subject, call)
                    .or(() -> run.load(subject.with(options), call))
                    .orElseGet(() -> recovery == null
                            ? once(run, credentials, call)
                            : run.recovered(recovery, call, policy, retry.key()));
            if (interruption.mayPrint()) {
                new RunOutput(terminal, directory, op, flags, limits, diagnosis)
                        .print(call.auditId(), ran, subject, environment, audit.unrecorded(), recording);
            }
            audit.finish();
            compileForTheNextRun(ran, interruption);
            return ExitCode.of(ran.outcome());
        }
    }

    private Ran once(ConnectorRun run, RunCredentials credentials, Call call) {
        return run.once(
                RunRecovery.once(credentials.refresh()),
                call,
                flags.silent() ? RecoveryListener.NONE : new RecoveryText(terminal),
                (target, made, outcome, journal) -> RunRecovery.reversible(
                        RecoveryFile.at(terminal, flags.scripted()), target, made, outcome, journal));
    }

    private @Nullable RunRecovery recovery(RunCredentials credentials, RunAudit audit) {
        return retry.given()
                ? RunRecovery.open(terminal, credentials.refresh(), audit, flags.scripted(), flags.silent())
                : null;
    }

    private static LoadOptions recorded(LoadOptions options, Optional<RunRecording> recording) {
        return recording.map(options::recordedBy).orElse(options);
    }

    private RunEnvironment environment(ConnectorManifest manifest) {
        return RunEnvironment.open(terminal, faults, manifest, flags.upstream(), flags.allowPrivate(), seed);
    }

    /** The answer is out; what is compiled by now or in a while is there for the next run. */
    private void compileForTheNextRun(Ran ran, Interruption interruption) {
        if (ran.connector().isEmpty()) {
            return;
        }
        terminal.out().flush();
        Connector compiling = ran.connector().get();
        interruption.finishing(compiling::close);
        Progress progress = Progress.start(terminal, flags.quiet(), "compiling for the next run; Ctrl-C leaves it");
        try {
            compiling.awaitCompilation(compiling.limits().get(LimitName.COMPILE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            progress.close();
        }
    }
}
