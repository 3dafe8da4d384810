package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.binding.OpenVault;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedApproval;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.ConnectorsFlag;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.cli.run.OutcomeText;
import dev.airlock.cli.run.flags.CallArguments;
import dev.airlock.cli.run.flags.EngineChoice;
import dev.airlock.cli.run.flags.LimitFlags;
import dev.airlock.cli.run.flags.PendingCompilation;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.limits.TimeSpan;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionParameters;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.api.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock action run}: runs one action, its steps through recovery. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs an action: checks its inputs and connectors, asks for approval if it needs that, then runs its steps.",
            "Each step is recovered as it declares; the first failed step ends the action. Nothing is rolled back."
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
            "Example:",
            "  airlock action run sample-connectors/actions/ship-update.md \\",
            "    --arg summary=\"Search is faster\" --arg channel_id=7 \\",
            "    --upstream sample-connectors/issue-tracker-go/upstream.toml \\",
            "    --upstream sample-connectors/chat-post-rust/upstream.toml"
        })
final class ActionRunCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Faults faults;

    @Parameters(index = "0", paramLabel = "ACTION", description = "An action file, or the name of an action.")
    private String typed = "";

    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = "The inputs as a JSON object; @FILE reads a file, - reads standard input. Default: {}.")
    private @Nullable String args;

    @Option(
            names = "--arg",
            paramLabel = "K=V",
            description = "One input, of the type that the action declares. May be repeated.")
    private List<String> singleArgs = new ArrayList<>();

    @Option(
            names = "--approve",
            description = "Approve the action beforehand. Default: asked on a terminal, else denied.")
    private boolean approve;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The idempotency key: steps that were done under it within 24 hours are not done again."
                    + " Default: a new one.")
    private @Nullable String key;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = {
                "How long the whole action may take: 500ms, 20s, 2min. No step begins after that.",
                "Default: each step has its connector's limit."
            })
    private @Nullable String within;

    @Option(
            names = "--engine",
            paramLabel = "TIER",
            converter = EngineChoice.Words.class,
            completionCandidates = EngineChoice.Words.class,
            description = "auto (default), compiled or interpreted, as for airlock run.")
    private EngineChoice engine = EngineChoice.AUTO;

    @Mixin
    private ConnectorsFlag connectors = new ConnectorsFlag();

    @Mixin
    private ActionFlags flags = new ActionFlags();

    @Mixin
    private LimitFlags limits = new LimitFlags();

    ActionRunCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() {
        checkKey();
        limits.check();
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ActionFile file = ActionFile.named(terminal, typed);
            Action action = file.actionOrProblem();
            ActionCall call = bounded(ActionCall.of(action, inputs(action)).inForeground());
            Optional<ActionCall> held = ask(file, key == null ? call : call.withKey(key), interruption);
            return held.isPresent() ? run(file, held.get(), interruption) : ExitCode.CANCELLED;
        }
    }

    /** Returns the call to make; empty if a person was asked about a change and does not agree. */
    private Optional<ActionCall> ask(ActionFile file, ActionCall call, Interruption interruption) {
        interruption.calling(call.cancellation());
        return new ActionAgreement(terminal).held(file, call);
    }

    private ActionCall bounded(ActionCall call) {
        if (within == null) {
            return call;
        }
        Parsed<Duration> most = TimeSpan.parse(within);
        if (most instanceof Parsed.Wrong<Duration> wrong) {
            throw CommandProblem.usage("--within: " + wrong.what() + "; " + wrong.right() + ".");
        }
        if (most.orThrow().isZero()) {
            throw CommandProblem.usage("--within takes at least 1ms.");
        }
        return call.within(most.orThrow());
    }

    private void checkKey() {
        if (key != null && !ActionCall.isKey(key)) {
            throw CommandProblem.usage(
                    "--key takes 1 to " + ActionCall.LONGEST_KEY + " characters, none of them invisible.");
        }
    }

    private ObjectNode inputs(Action action) {
        return new CallArguments(terminal, Optional.of(ActionParameters.schema(action)), "the action")
                .read(Optional.ofNullable(args), singleArgs);
    }

    private int run(ActionFile file, ActionCall call, Interruption interruption) {
        ConnectorSource source = file.connectors(connectors.folders());
        List<ConnectorManifest> manifests = manifests(call.action(), source);
        flags.requireWanted(manifests);
        try (ActionProgress progress =
                        new ActionProgress(terminal, flags, call.action().name());
                RunEnvironment environment =
                        RunEnvironment.open(terminal, faults, manifests, flags.upstreams(), flags.allowPrivate());
                OpenVault vault = OpenVault.ifWanted(terminal, manifests, flags.scripted());
                Airlock airlock = settings(vault.addTo(environment.airlock()), source, progress)
                        .start()) {
            flags.requireThere(airlock);
            interruption.calling(call.cancellation());
            ActionOutcome outcome = airlock.action(call);
            progress.end();
            if (interruption.mayPrint()) {
                print(outcome, airlock);
                printNotes(outcome.outcome(), environment);
            }
            PendingCompilation.await(airlock, terminal, flags.quiet(), interruption);
            return ExitCode.of(outcome.outcome());
        } catch (StoreUnavailableException e) {
            throw RecoveryFile.unusable(e);
        }
    }

    private AirlockBuilder settings(AirlockBuilder standard, ConnectorSource source, ActionProgress progress) {
        AirlockBuilder settings = standard.listener(progress)
                .connectors(source)
                .actionOptions(options -> limits.addTo(engine.addTo(options)))
                .actionBindings(flags.bindings());
        return TypedApproval.of(terminal, flags.actor(), approve, progress::end)
                .map(settings::approver)
                .orElse(settings);
    }

    /** Returns the manifests of the action's connectors, as far as they can be read. The runner decides which of them is the right one. */
    private static List<ConnectorManifest> manifests(Action action, ConnectorSource source) {
        List<ConnectorManifest> manifests = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Action.RequiredConnector required : action.connectors()) {
            ConnectorSource.Found found = source.find(required);
            if (found instanceof ConnectorSource.Found.Missing none) {
                missing.add(none.why());
            } else if (found instanceof ConnectorSource.Found.Files present
                    && ManifestReader.read("manifest.toml", present.files().manifest())
                            instanceof ManifestResult.Read read) {
                manifests.add(read.manifest());
            }
        }
        if (!missing.isEmpty()) {
            throw CommandProblem.configuration(
                    "Connectors of the action are missing. Fetch them with `airlock sync`, or name their folder with --connectors.",
                    missing);
        }
        return manifests;
    }

    private void print(ActionOutcome outcome, Airlock airlock) {
        if (flags.json()) {
            terminal.out().println(SafeJson.line(ActionDocument.of(outcome, airlock::isReversible)));
            return;
        }
        if (!flags.quiet()) {
            outcome.steps()
                    .forEach(end -> terminal.err()
                            .println(terminal.styled(
                                    Style.FAINT,
                                    "step " + end.step() + ": " + end.status().wireName()
                                            + end.auditId()
                                                    .map(AuditId::value)
                                                    .map(id -> " (" + id + ")")
                                                    .orElse("")
                                            + end.recorded()
                                                    .map(at -> ", " + RecoveryText.recorded(at))
                                                    .orElse("")
                                            + end.review()
                                                    .map(review -> ", waits as " + review)
                                                    .orElse(""))));
        }
        new OutcomeText(terminal, flags.quiet()).print(outcome.auditId(), outcome.outcome(), !outcome.audited());
    }

    /** Prints facts beside the outcome on standard error. */
    private void printNotes(Outcome outcome, RunEnvironment environment) {
        if (flags.quiet()) {
            return;
        }
        environment.reportLines(outcome).forEach(line -> terminal.err().println("upstream: " + line));
        if (outcome instanceof Outcome.Failed failed) {
            limits.hint(failed.failure()).ifPresent(terminal.err()::println);
            if (lacksApproval(failed.failure())) {
                terminal.err().println("hint: add --approve to approve it beforehand.");
            }
        }
    }

    private boolean lacksApproval(Failure failure) {
        return failure.cause() instanceof Cause.Denied denied && denied.lacksApproval() && !terminal.interactive();
    }
}
