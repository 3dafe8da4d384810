package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs actions: inputs, approval and connectors are checked first, then the steps run in their order, each through recovery, until one
 * fails.
 *
 * <pre>{@code
 * try (ActionRunner runner = ActionRunner.builder(sandbox, new ConnectorFolders(folders), StepCaller.recovering(recoveries)).build()) {
 *     ActionOutcome outcome = runner.run(ActionCall.of(action, inputs));
 * }
 * }</pre>
 *
 * <p>Thread-safe: any number of actions may run at once. A connector is loaded when it is first needed, and kept until the runner is
 * closed; its bytes are read and hashed again for each run.
 */
public final class ActionRunner implements AutoCloseable {
    private final ActionParts parts;
    private final Optional<AuditedCalls> audit;
    private final String actor;
    private final BiConsumer<String, Throwable> hostFaults;

    private ActionRunner(Builder builder) {
        this.parts = new ActionParts(
                builder.sandbox,
                builder.connectors,
                new ReadyConnectors(builder.sandbox, builder.loadOptions),
                builder.caller,
                builder.circuits,
                builder.approver);
        this.audit = builder.audit;
        this.actor = builder.actor;
        this.hostFaults = builder.hostFaults;
    }

    /**
     * A runner's settings, each with a default.
     *
     * @param sandbox where connectors are loaded and called; stays its owner's to close
     * @param connectors where they are found
     * @param caller makes the calls of steps
     */
    public static Builder builder(Sandbox sandbox, ConnectorSource connectors, StepCaller caller) {
        return new Builder(sandbox, connectors, caller);
    }

    /** Runs an action. Never throws for what a caller gave, a connector did or the outside world did. */
    public ActionOutcome run(ActionCall call) {
        return recorded(call, () -> guarded(call));
    }

    /**
     * Does not run an action whose inputs could not even be read, and records that.
     *
     * @param problems what is wrong with them, each as the middle of a sentence
     */
    public ActionOutcome refuse(ActionCall call, List<String> problems) {
        Failure failure = Refusals.badInputs(call.auditId(), call.action(), problems);
        return recorded(call, () -> new ActionRun(parts, call).broken(failure));
    }

    private ActionOutcome recorded(ActionCall call, Supplier<ActionOutcome> run) {
        return audit.map(calls -> audited(calls, call, run)).orElseGet(run);
    }

    private ActionOutcome audited(AuditedCalls calls, ActionCall call, Supplier<ActionOutcome> run) {
        AuditId id = call.auditId();
        List<ActionOutcome> made = new ArrayList<>(1);
        AuditSubject subject = new AuditSubject(
                id, actor, AuditSubject.ConnectorIdentity.NONE, call.action().name());
        AuditedCalls.Audited audited = calls.begin(
                        subject, call.inputs(), call.key().orElse(id.value()))
                .makeOfCalls(() -> {
                    made.add(run.get());
                    return made.get(0).outcome();
                });
        return made.isEmpty()
                ? new ActionOutcome(id, audited.outcome(), List.of(), false)
                : made.get(0).recorded(audited.recorded());
    }

    private ActionOutcome guarded(ActionCall call) {
        ActionRun run = new ActionRun(parts, call);
        try {
            return run.run();
        } catch (RuntimeException | Error fault) {
            String correlationId = UUID.randomUUID().toString();
            tell(correlationId, fault);
            Failure failure = Refusals.hostFault(call.auditId(), call.action(), correlationId);
            return run.broken(failure);
        }
    }

    /** Whoever is told and fails hides no outcome. */
    private void tell(String correlationId, Throwable fault) {
        try {
            hostFaults.accept(correlationId, fault);
        } catch (RuntimeException | Error deaf) {
            fault.addSuppressed(deaf);
        }
    }

    /**
     * Waits until the connectors that are loaded are compiled, or it is certain that they will not be.
     *
     * @param millis how long to wait for each at most, in milliseconds
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void awaitCompilation(long millis) throws InterruptedException {
        parts.ready().awaitCompilation(millis);
    }

    /** Lets the connectors go. Actions that still run end by themselves. */
    @Override
    public void close() {
        parts.ready().close();
    }

    /** Settings of a runner. Not thread-safe. */
    public static final class Builder {
        private final Sandbox sandbox;
        private final ConnectorSource connectors;
        private final StepCaller caller;
        private CircuitGate circuits = CircuitGate.NONE;
        private Optional<Approver> approver = Optional.empty();
        private Optional<AuditedCalls> audit = Optional.empty();
        private String actor = "";
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

        /** The gate that the sandbox has too. Default: all hosts are asked. */
        public Builder circuits(CircuitGate gate) {
            this.circuits = gate;
            return this;
        }

        /** Who approves actions that need it. Default: nobody, so that they are denied. */
        public Builder approver(Approver other) {
            this.approver = Optional.of(other);
            return this;
        }

        /**
         * Records whole actions: each is one call in the log, beside the calls of its steps, which the {@link StepCaller} records.
         * Default: none is recorded.
         *
         * @param on on whose behalf actions run, in the embedder's words; may be empty
         */
        public Builder audit(AuditedCalls calls, String on) {
            this.audit = Optional.of(calls);
            this.actor = on;
            return this;
        }

        /** How connectors are loaded: their limits, their credentials. Default: the manifest's limits, the sandbox's credentials. */
        public Builder loadOptions(Function<PinnedConnector, LoadOptions> each) {
            this.loadOptions = each;
            return this;
        }

        /** Is told each fault of the host with the correlation id that the outcome shows. Default: nobody is. */
        public Builder hostFaults(BiConsumer<String, Throwable> listener) {
            this.hostFaults = listener;
            return this;
        }

        /** The runner. */
        public ActionRunner build() {
            return new ActionRunner(this);
        }
    }
}
