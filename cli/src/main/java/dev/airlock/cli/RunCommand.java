package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.recovery.ConnectorTarget;
import dev.airlock.runtime.recovery.RenewedOnce;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.host.CircuitGate;
import java.io.IOException;
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
        versionProvider = AirlockCommand.Version.class,
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
final class RunCommand implements Callable<Integer> {
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
            description = {
                "Print the smallest manifest that the call needs, instead of making it: it is tried with",
                "nothing granted, then with what it was denied. Nothing is sent to anybody, and no",
                "credential is used; --upstream FILE answers, else nobody does."
            })
    private boolean learn;

    private @Nullable Connector connector;

    RunCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() throws IOException {
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ConnectorPlace folder = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = folder.manifest();
            DeclaredOperations.require(op, manifest);
            byte[] module = folder.module();
            LoadOptions options =
                    limits.addTo(engine.addTo(LoadOptions.standard())).withIdentity(folder.identity(manifest));
            ObjectNode arguments =
                    new CallArguments(terminal, manifest, op).read(Optional.ofNullable(args), singleArgs);
            LoadingLine progress = new LoadingLine(
                    terminal, flags.quiet(), manifest.connector().name());
            RetryPolicy policy = retry.policy();
            Call call = call(arguments);
            if (learn) {
                return learn(interruption, manifest, module, options, call);
            }
            Optional<RunRecording> recording = record.open(terminal, folder, module, call.auditId());
            try (RunAudit audit = RunAudit.open(terminal);
                    RunEnvironment environment = environment(manifest);
                    RunCredentials credentials = flags.credentials(terminal, folder, manifest);
                    RunRecovery recovery = retry.given()
                            ? RunRecovery.open(terminal, credentials.refresh(), audit, flags.scripted(), flags.silent())
                            : null;
                    Sandbox sandbox =
                            environment.sandbox(progress, recovery == null ? CircuitGate.NONE : recovery.circuits())) {
                audit.begin(
                        new RunAudit.Intent(
                                () -> folder.recorded(manifest, module), call, flags.scripted(), flags.allowPrivate()),
                        credentials.secrets());
                Ran ran = run(
                        sandbox,
                        manifest,
                        module,
                        diagnosis.addTo(recorded(credentials.addTo(options), recording)),
                        RunRecovery.once(terminal, credentials.refresh(), audit, flags.silent()),
                        call,
                        interruption,
                        progress,
                        policy,
                        audit,
                        Optional.ofNullable(recovery));
                Outcome outcome = ran.outcome();
                if (interruption.mayPrint()) {
                    print(ran, audit.unrecorded());
                    printNotes(ran, environment);
                    printDiagnosis(outcome, manifest, module);
                    printRecording(recording);
                }
                audit.finish();
                compileForTheNextRun(interruption);
                return exitCode(outcome);
            }
        } catch (RefusedConnector refused) {
            RunAudit.refused(terminal, op, refused, flags.scripted());
            return refused.print(terminal, flags.json());
        }
    }

    private int learn(
            Interruption interruption, ConnectorManifest manifest, byte[] module, LoadOptions options, Call call) {
        Cancellation cancellation = new Cancellation();
        interruption.calling(cancellation);
        return new LearnRun(
                        terminal,
                        new LearnRun.Subject(
                                manifest,
                                module,
                                options,
                                call,
                                flags.upstream().map(typed -> RunEnvironment.script(terminal, typed)),
                                cancellation))
                .run(interruption, flags.json());
    }

    /** A call under the key that was given, or one of its own. */
    private Call call(ObjectNode arguments) {
        Call call = Call.of(op, arguments);
        return retry.key().map(call::withIdempotencyKey).orElse(call);
    }

    private static LoadOptions recorded(LoadOptions options, Optional<RunRecording> recording) {
        return recording.map(options::recordedBy).orElse(options);
    }

    private void printDiagnosis(Outcome outcome, ConnectorManifest manifest, byte[] module) throws IOException {
        RunDiagnosis inside = new RunDiagnosis(module);
        if (!flags.silent()) {
            inside.trap(outcome).forEach(terminal.err()::println);
            if (diagnosis.headroom() && connector != null) {
                new Headroom(outcome.usage(), connector.limits()).lines().forEach(terminal.err()::println);
            }
        }
        if (diagnosis.profile().isPresent()) {
            String title = op + " of " + manifest.connector().reference();
            inside.write(terminal.resolve(diagnosis.profile().get()), title, diagnosis.made());
        }
    }

    private void printRecording(Optional<RunRecording> recording) {
        if (!flags.silent()) {
            recording.ifPresent(made -> made.lines().forEach(terminal.err()::println));
        }
    }

    private RunEnvironment environment(ConnectorManifest manifest) {
        return RunEnvironment.open(terminal, faults, manifest, flags.upstream(), flags.allowPrivate(), seed);
    }

    /**
     * What was run.
     *
     * @param outcome what it came to
     * @param recovered what recovery did for it, if it was asked to
     * @param reversible the audit id under which it can be reversed, if it can
     */
    private record Ran(Outcome outcome, Optional<Result> recovered, Optional<AuditId> reversible) {
        static Ran once(Outcome outcome) {
            return new Ran(outcome, Optional.empty(), Optional.empty());
        }

        static Ran recovered(RunRecovery recovery, Call call, Result result) {
            return new Ran(
                    result.outcome(),
                    Optional.of(result),
                    Optional.of(call.auditId()).filter(recovery::isReversible));
        }
    }

    private Ran run(
            Sandbox sandbox,
            ConnectorManifest manifest,
            byte[] module,
            LoadOptions options,
            RenewedOnce once,
            Call call,
            Interruption interruption,
            LoadingLine progress,
            RetryPolicy policy,
            RunAudit audit,
            Optional<RunRecovery> recovery) {
        try (progress) {
            interruption.loading();
            LoadResult result = sandbox.load(manifest, module, options);
            interruption.calling(call.cancellation());
            if (result instanceof LoadResult.Loaded loaded) {
                progress.running(op);
                connector = loaded.connector();
                if (recovery.isEmpty()) {
                    Target target = new ConnectorTarget(sandbox, connector, op, CircuitGate.NONE);
                    return Ran.once(audit.once(() -> once.run(audit.watch(target), call)));
                }
                progress.close();
                return Ran.recovered(
                        recovery.get(), call, recovery.get().run(sandbox, connector, call, policy, retry.key()));
            }
            LoadResult.Refused refused = (LoadResult.Refused) result;
            return Ran.once(audit.once(() -> interruption.requested()
                    ? Interruption.cancelledBeforehand(refused.loadMillis())
                    : new Outcome.Failed(refused.failure(), Usage.none(refused.loadMillis()), Transcript.EMPTY)));
        }
    }

    /** The answer is out; what is compiled by now or in a while is there for the next run. */
    private void compileForTheNextRun(Interruption interruption) {
        if (connector == null) {
            return;
        }
        terminal.out().flush();
        Connector compiling = connector;
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

    private void print(Ran ran, boolean unrecorded) {
        if (flags.json()) {
            ObjectNode document = OutcomeDocument.of(ran.outcome(), unrecorded);
            ran.recovered()
                    .ifPresent(result -> document.set(
                            "recovery",
                            RecoveryDocument.of(result, ran.reversible().isPresent())));
            if (diagnosis.headroom() && connector != null) {
                document.set("headroom", new Headroom(ran.outcome().usage(), connector.limits()).document());
            }
            terminal.out().println(SafeJson.line(document));
        } else {
            new OutcomeText(terminal, flags.quiet()).print(ran.outcome(), unrecorded);
        }
    }

    /** What the outcome does not say, on standard error. */
    private void printNotes(Ran ran, RunEnvironment environment) {
        if (flags.quiet()) {
            return;
        }
        Outcome outcome = ran.outcome();
        if (!flags.json()) {
            ran.reversible()
                    .ifPresent(call -> terminal.err()
                            .println("hint: airlock reverse " + ConnectorPlace.shown(directory) + " " + call
                                    + " --reason TEXT undoes this call, once."));
        }
        environment
                .reportLines(wasEnded(outcome))
                .forEach(line -> terminal.err().println("upstream: " + line));
        if (outcome instanceof Outcome.Failed failed) {
            new RunHints(terminal, directory, flags.upstream(), limits)
                    .of(failed.failure())
                    .forEach(terminal.err()::println);
        }
    }

    /** Whether the host ended the call, and with it whatever was under way. */
    static boolean wasEnded(Outcome outcome) {
        return outcome instanceof Outcome.Cancelled
                || (outcome instanceof Outcome.Failed failed
                        && failed.failure().failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED);
    }

    static int exitCode(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return ExitCode.SUCCESS;
        }
        return outcome instanceof Outcome.Failed ? ExitCode.FAILURE : ExitCode.CANCELLED;
    }
}
