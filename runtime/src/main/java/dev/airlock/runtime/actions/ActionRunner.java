package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.actions.source.Pins;
import dev.airlock.runtime.actions.step.Refusals;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.recovery.call.CallTerms;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.keys.CallKeys;
import dev.airlock.runtime.recovery.keys.Conversations;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs actions. Checks inputs, approval and connectors first. Then runs the steps in order, each with recovery, until one fails.
 *
 * <pre>{@code
 * try (ActionRunner runner = ActionRunner.builder(sandbox, new ConnectorFolders(folders), StepCaller.recovering(recoveries)).build()) {
 *     ActionOutcome outcome = runner.run(ActionCall.of(action, inputs));
 * }
 * }</pre>
 *
 * <p>Thread-safe: any number of actions may run at once. A connector is loaded when it is first needed, and kept until the runner is
 * closed. Its bytes are read and hashed again for each run.
 */
public final class ActionRunner implements AutoCloseable {
    /** The default time limit for a decision. */
    public static final Duration APPROVAL_WITHIN = Duration.ofMinutes(10);

    private static final String LISTENER = "listener";
    private static final String APPROVER = "approver";

    private final ActionWiring wiring;
    private final Optional<Conversations> conversations;
    private final CallKeys keys;
    private final BiConsumer<String, Throwable> hostFaults;

    private ActionRunner(Builder builder) {
        this.hostFaults = builder.hostFaults;
        this.wiring = new ActionWiring(
                builder.sandbox,
                builder.connectors,
                new ReadyConnectors(builder.sandbox, builder.loadOptions, builder.listener),
                builder.caller,
                builder.retry,
                builder.circuits,
                builder.approver,
                builder.approvalWithin,
                fault -> tell(APPROVER, fault),
                builder.audit,
                builder.listener,
                builder.reversals,
                builder.actor);
        this.conversations = builder.conversations;
        this.keys = builder.keys;
    }

    /**
     * Returns settings of a runner, each with a default.
     *
     * @param sandbox loads and calls connectors; the owner closes it
     * @param connectors finds connectors
     * @param caller makes the calls of steps
     */
    public static Builder builder(Sandbox sandbox, ConnectorSource connectors, StepCaller caller) {
        return new Builder(sandbox, connectors, caller);
    }

    /**
     * Runs an action. Never throws because of an argument, a connector or the outside world.
     *
     * @throws IllegalStateException if the call names a conversation, and the runner was built without {@link Builder#conversations}
     */
    public ActionOutcome run(ActionCall call) {
        if (OperationShapes.nestsTooDeep(call.inputs())) {
            return refuse(
                    call.with(JsonNodeFactory.instance.objectNode()),
                    List.of("they nest deeper than " + StrictJson.MAX_NESTING + " levels"));
        }
        Optional<MadeKey> made = makeKey(call);
        return notifyListener(call, () -> recorded(call, made, journal -> begun(call, made, journal)));
    }

    private ActionOutcome notifyListener(ActionCall call, Supplier<ActionOutcome> run) {
        wiring.listener().running(call);
        return ended(call.action().name(), run.get());
    }

    private ActionOutcome ended(String action, ActionOutcome outcome) {
        wiring.listener().ran(action, outcome);
        return outcome;
    }

    /**
     * The key of a call whose caller gave none.
     *
     * @param drawn a random key, if the call is no tool call or the caller insists; otherwise empty
     * @param own the key derived from the tool call; empty: it is none
     */
    private record MadeKey(Optional<String> drawn, Optional<String> own) {
        /** Returns the key to use, unless the call continues an earlier one. */
        Optional<String> key() {
            return drawn.or(() -> own);
        }
    }

    /**
     * Refuses an action whose inputs could not be read, and records that.
     *
     * @param problems the problems of the inputs, each as the middle of a sentence
     */
    public ActionOutcome refuse(ActionCall call, List<String> problems) {
        Failure failure = Refusals.badInputs(call.auditId(), call.action(), problems);
        return notifyListener(
                call,
                () -> recorded(
                        call, Optional.empty(), unused -> new ActionRun(wiring, call, Journal.none()).broken(failure)));
    }

    /**
     * Records a request for an action that does not exist.
     *
     * @param name the requested name, safe to show
     * @param why that it does not exist, and which do, in whole sentences
     */
    public ActionOutcome refuseUnknown(String name, String why, CallTerms terms) {
        AuditId id = AuditId.random();
        Outcome.Failed refused = new Outcome.Failed(Refusals.noSuchAction(id, why), Usage.none(0), Transcript.EMPTY);
        AuditSubject subject =
                new AuditSubject(id, terms.actor().orElse(wiring.actor()), AuditSubject.ConnectorIdentity.NONE, name);
        return ended(
                "",
                wiring.audit()
                        .map(calls -> calls.begin(subject, JsonNodeFactory.instance.objectNode(), id.value())
                                .makeOfCalls(() -> refused))
                        .map(audited -> ActionOutcome.notRun(id, audited.outcome(), audited.recorded()))
                        .orElseGet(() -> ActionOutcome.notRun(id, refused, true)));
    }

    private ActionOutcome recorded(ActionCall call, Optional<MadeKey> made, Function<Journal, ActionOutcome> run) {
        return wiring.audit().map(calls -> audited(calls, call, made, run)).orElseGet(() -> run.apply(Journal.none()));
    }

    private ActionOutcome audited(
            AuditedCalls calls, ActionCall call, Optional<MadeKey> made, Function<Journal, ActionOutcome> run) {
        AuditId id = call.auditId();
        List<ActionOutcome> ran = new ArrayList<>(1);
        AuditSubject subject = new AuditSubject(
                id,
                wiring.actorOf(call),
                AuditSubject.ConnectorIdentity.NONE,
                call.action().name());
        RecordedCall recorded = calls.begin(
                subject,
                call.inputs(),
                call.key().or(() -> made.flatMap(MadeKey::key)).orElse(id.value()),
                new AuditEvent.ActionText(
                        call.action().version().toString(), call.action().hash()));
        AuditedCalls.Audited audited = recorded.makeOfCalls(() -> {
            ran.add(run.apply(recorded));
            return ran.get(0).outcome();
        });
        return ran.isEmpty()
                ? ActionOutcome.notRun(id, audited.outcome(), false)
                : ran.get(0).audited(audited.recorded());
    }

    /**
     * Returns the key of a call in a conversation whose caller gave none. A tool call gets the same key every time; another call, or an
     * insisting one, gets a random one. Returns empty outside a conversation, where each step has its own random key.
     */
    private Optional<MadeKey> makeKey(ActionCall call) {
        return call.conversation().filter(name -> call.key().isEmpty()).map(name -> {
            Optional<String> own = call.toolCall()
                    .map(id -> keys.of(
                            new CallKeys.ToolUse(wiring.actorOf(call), name, id, reference(call), inputs(call))));
            return new MadeKey(
                    own.isPresent() && !call.insists()
                            ? Optional.empty()
                            : Optional.of(UUID.randomUUID().toString()),
                    own);
        });
    }

    private static String reference(ActionCall call) {
        return call.action().name() + "@" + call.action().version();
    }

    private static ObjectNode inputs(ActionCall call) {
        return ActionParameters.withDefaults(call.action(), call.inputs());
    }

    private ActionOutcome begun(ActionCall asked, Optional<MadeKey> made, Journal journal) {
        ActionCall call = watched(asked);
        return call.conversation()
                .map(name -> admitted(call, wanted(call, name, made), journal))
                .orElseGet(() -> guarded(new ActionRun(wiring, call, journal)));
    }

    private Conversations.Wanted wanted(ActionCall call, String conversation, Optional<MadeKey> made) {
        return new Conversations.Wanted(
                new Conversations.Likeness(wiring.actorOf(call), conversation, reference(call), inputs(call)),
                new RecoveryEvent.Subject(call.auditId(), "", call.action().name()),
                call.key(),
                made.flatMap(MadeKey::own),
                made.flatMap(MadeKey::drawn),
                call.insists(),
                call.within()
                        .filter(most -> most.compareTo(Conversations.PATIENCE) < 0)
                        .orElse(Conversations.PATIENCE),
                call.cancellation());
    }

    private ActionOutcome admitted(ActionCall call, Conversations.Wanted wanted, Journal journal) {
        Conversations known = conversations.orElseThrow(() -> new IllegalStateException(
                "this runner keeps no conversations; build it with conversations(recoveries.conversations())"));
        long start = Clock.SYSTEM.monotonicNanos();
        Conversations.Entry entry = known.admit(wanted, journal);
        if (entry instanceof Conversations.Entry.Refused refused) {
            return new ActionRun(wiring, call, journal).refused(refused.failure(), refused.earlier());
        }
        if (entry instanceof Conversations.Entry.Cancelled cancelled) {
            return new ActionRun(wiring, call, journal).endedBeforehand(cancelled.earlier());
        }
        try (Conversations.Permit permit = ((Conversations.Entry.Admitted) entry).permit()) {
            ActionOutcome outcome = guarded(new ActionRun(wiring, call.withKey(permit.key()), journal, start))
                    .after(permit.earlier());
            permit.ended(outcome.ending());
            return outcome;
        }
    }

    /** Returns the call with a listener whose exceptions are caught. */
    private ActionCall watched(ActionCall call) {
        ActionListener listener = call.listener();
        return listener == ActionListener.NONE
                ? call
                : call.watchedBy(event -> {
                    try {
                        listener.on(event);
                    } catch (RuntimeException | Error e) {
                        tell(LISTENER, e);
                    }
                });
    }

    private ActionOutcome guarded(ActionRun run) {
        try {
            return run.run();
        } catch (RuntimeException | Error fault) {
            String correlationId = UUID.randomUUID().toString();
            tell(correlationId, fault);
            return run.faulty(correlationId);
        }
    }

    /** Reports a fault. An exception of the receiver does not hide the outcome. */
    private void tell(String correlationId, Throwable fault) {
        try {
            hostFaults.accept(correlationId, fault);
        } catch (RuntimeException | Error deaf) {
            fault.addSuppressed(deaf);
        }
    }

    /**
     * Returns the connector with a name and version as it is now.
     *
     * @param hash the content hash that it must have; empty: any
     * @throws IllegalArgumentException saying why it cannot be used
     */
    public PinnedConnector find(ConnectorReference reference, String hash) {
        Position nowhere = new Position(1, 1);
        Action.RequiredConnector wanted =
                new Action.RequiredConnector(reference.name(), reference.version(), hash, List.of(), nowhere, nowhere);
        ConnectorSource.Found found = wiring.connectors().find(wanted);
        if (found instanceof ConnectorSource.Found.Missing missing) {
            throw new IllegalArgumentException(missing.why());
        }
        String known = hash.isEmpty() && found instanceof ConnectorSource.Found.Files whole
                ? whole.files().hash()
                : hash;
        Action.RequiredConnector pinned =
                new Action.RequiredConnector(reference.name(), reference.version(), known, List.of(), nowhere, nowhere);
        Pins.Pin pin = Pins.pin(pinned, wiring.connectors(), AuditId.random());
        if (pin instanceof Pins.Pin.Broken broken) {
            throw new IllegalArgumentException(broken.failure().message());
        }
        return ((Pins.Pin.Holds) pin).connector();
    }

    /** Returns the manifests of an action's connectors; empty if one is missing or differs from the pinned one. */
    public Optional<Map<ConnectorName, ConnectorManifest>> manifests(Action action) {
        Map<ConnectorName, ConnectorManifest> manifests = new LinkedHashMap<>();
        for (Action.RequiredConnector required : action.connectors()) {
            if (!(Pins.pin(required, wiring.connectors(), AuditId.random()) instanceof Pins.Pin.Holds holds)) {
                return Optional.empty();
            }
            manifests.put(required.name(), holds.connector().manifest());
        }
        return Optional.of(manifests);
    }

    /** Releases the connectors. Running actions end by themselves. */
    @Override
    public void close() {
        wiring.ready().close();
    }

    /** Settings of a runner. Immutable: each method returns a changed copy. */
    public static final class Builder {
        private final Sandbox sandbox;
        private final ConnectorSource connectors;
        private final StepCaller caller;
        private RetryPolicy retry = RetryPolicy.standard();
        private CircuitGate circuits = CircuitGate.NONE;
        private Optional<Approver> approver = Optional.empty();
        private Duration approvalWithin = APPROVAL_WITHIN;
        private Optional<AuditedCalls> audit = Optional.empty();
        private Optional<Conversations> conversations = Optional.empty();
        private CallKeys keys = CallKeys.ephemeral();
        private String actor = RecoveryCall.Identity.NEW.actor();
        private RunnerListener listener = RunnerListener.NONE;
        private Function<AuditId, Optional<StepEnd.Reversal>> reversals = call -> Optional.empty();
        private BiConsumer<String, Throwable> hostFaults = (correlationId, fault) -> {};
        private Function<PinnedConnector, LoadOptions> loadOptions = pinned -> pinned.files()
                .identity()
                .map(LoadOptions.standard()::withIdentity)
                .orElse(LoadOptions.standard());

        private Builder(Sandbox sandbox, ConnectorSource connectors, StepCaller caller) {
            this.sandbox = sandbox;
            this.connectors = connectors;
            this.caller = caller;
        }

        private Builder with(Consumer<Builder> change) {
            Builder copy = new Builder(sandbox, connectors, caller);
            copy.retry = retry;
            copy.circuits = circuits;
            copy.approver = approver;
            copy.approvalWithin = approvalWithin;
            copy.audit = audit;
            copy.conversations = conversations;
            copy.keys = keys;
            copy.actor = actor;
            copy.listener = listener;
            copy.reversals = reversals;
            copy.hostFaults = hostFaults;
            copy.loadOptions = loadOptions;
            change.accept(copy);
            return copy;
        }

        /** Sets the circuit gate, which the sandbox must have too. Default: all hosts are asked. */
        public Builder circuits(CircuitGate gate) {
            return with(copy -> copy.circuits = gate);
        }

        /** Sets the retry policy of steps that name none. Default: {@link RetryPolicy#standard}. */
        public Builder retry(RetryPolicy policy) {
            return with(copy -> copy.retry = policy);
        }

        /** Sets the approver of actions that need approval. Default: none, so that they are denied. */
        public Builder approver(Approver other) {
            return with(copy -> copy.approver = Optional.of(other));
        }

        /**
         * Sets the time limit for a decision. Default: {@link #APPROVAL_WITHIN}.
         *
         * @throws IllegalArgumentException if it is less than 1 ms
         */
        public Builder approvalWithin(Duration most) {
            if (most.compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException("an approver needs at least a millisecond");
            }
            return with(copy -> copy.approvalWithin = most);
        }

        /**
         * Records actions and their steps: each action is one call in the log, beside the calls of its steps. Default: nothing is recorded.
         *
         * @param on the actor of actions that name none, in the embedder's words; may be empty
         */
        public Builder audit(AuditedCalls calls, String on) {
            return with(copy -> {
                copy.audit = Optional.of(calls);
                copy.actor = on;
            });
        }

        /**
         * Sets the admission of actions in conversations, which keeps repetitions from doing anything twice:
         * {@code recoveries.conversations()}. Default: none; a call that names a conversation is then a mistake.
         */
        public Builder conversations(Conversations known) {
            return with(copy -> copy.conversations = Optional.of(known));
        }

        /** Sets the keys of tool calls in conversations. Default: keys under a secret that ends with the process. */
        public Builder keys(CallKeys other) {
            return with(copy -> copy.keys = other);
        }

        /** Sets how connectors are loaded: their limits, their credentials. Default: the manifest's limits, the sandbox's credentials. */
        public Builder loadOptions(Function<PinnedConnector, LoadOptions> each) {
            return with(copy -> copy.loadOptions = each);
        }

        /** Sets a listener for the actions that run and for their connectors. Default: none. */
        public Builder listener(RunnerListener other) {
            return with(copy -> copy.listener = other);
        }

        /** Sets a function that returns how the call with an audit id can be undone. Default: none can be. */
        public Builder reversals(Function<AuditId, Optional<StepEnd.Reversal>> find) {
            return with(copy -> copy.reversals = find);
        }

        /** Sets a receiver of host faults. It gets each with the correlation id that the outcome shows. Default: none. */
        public Builder hostFaults(BiConsumer<String, Throwable> listener) {
            return with(copy -> copy.hostFaults = listener);
        }

        /** Returns the runner. */
        public ActionRunner build() {
            return new ActionRunner(this);
        }
    }
}
