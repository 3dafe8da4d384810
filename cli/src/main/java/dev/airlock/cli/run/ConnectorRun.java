package dev.airlock.cli.run;

import dev.airlock.cli.console.Interruption;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.recovery.ConnectorTarget;
import dev.airlock.runtime.recovery.Journal;
import dev.airlock.runtime.recovery.RecoveryListener;
import dev.airlock.runtime.recovery.RenewedOnce;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call of a connector as it is made: loaded, then called in one attempt or through recovery; whatever comes of it is recorded. */
final class ConnectorRun {
    private final Sandbox sandbox;
    private final Interruption interruption;
    private final LoadingLine progress;
    private final RunAudit audit;
    private @Nullable Connector connector;

    ConnectorRun(Sandbox sandbox, Interruption interruption, LoadingLine progress, RunAudit audit) {
        this.sandbox = sandbox;
        this.interruption = interruption;
        this.progress = progress;
        this.audit = audit;
    }

    /** The connector that is called, and how it is loaded. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, never written
    record Subject(ConnectorPlace place, ConnectorManifest manifest, byte[] module, LoadOptions options) {
        /** The same, loaded in another way. */
        Subject with(LoadOptions others) {
            return new Subject(place, manifest, module, others);
        }

        /** As the audit log names it. */
        AuditSubject.ConnectorIdentity recorded() {
            return place.recorded(manifest, module);
        }
    }

    /** Loads the connector; what came of the whole run if that is not possible. */
    Optional<Ran> load(Subject subject, Call call) {
        interruption.loading();
        LoadResult result = sandbox.load(subject.manifest(), subject.module(), subject.options());
        interruption.calling(call.cancellation());
        return result.match(
                loaded -> {
                    connector = loaded.connector();
                    return Optional.empty();
                },
                refused -> Optional.of(notCalled(refused::outcome)),
                cancelled -> Optional.of(notCalled(cancelled::outcome)));
    }

    private Ran notCalled(Supplier<Outcome> outcome) {
        progress.close();
        return ran(audit.once(outcome));
    }

    /** Makes the call in one attempt, and in another one if a credential had to be renewed. */
    Ran once(RenewedOnce once, Call call, RecoveryListener listener, Reversibility reversibility) {
        try (progress) {
            progress.running(call.op());
            Target target = new ConnectorTarget(sandbox, loaded(), call.op(), CircuitGate.NONE);
            Journal journal = audit.journal().and(listener);
            Outcome outcome = audit.once(() -> once.run(target, call, journal));
            return new Ran(
                    outcome,
                    Optional.empty(),
                    reversibility.of(target, call, outcome, journal),
                    Optional.ofNullable(connector));
        }
    }

    /** Whether a call that was made can be reversed: its audit id, if so. */
    @FunctionalInterface
    interface Reversibility {
        Optional<AuditId> of(Target target, Call call, Outcome outcome, Journal journal);
    }

    /** Does not make a call whose arguments are not what the operation takes; what came of the run then. */
    Optional<Ran> refused(Subject subject, Call call) {
        return new OperationShapes(subject.manifest())
                .refusal(call.auditId(), call.op(), call.args())
                .map(failure -> notCalled(() -> Outcome.Failed.notMade(failure)));
    }

    /** Makes the call through recovery, which says itself what it does. */
    Ran recovered(RunRecovery recovery, Call call, RetryPolicy policy, Optional<String> key) {
        progress.close();
        Result result = recovery.run(sandbox, loaded(), call, policy, key);
        return new Ran(
                result.outcome(),
                Optional.of(result),
                Optional.of(call.auditId()).filter(recovery::isReversible),
                Optional.ofNullable(connector));
    }

    private Ran ran(Outcome outcome) {
        return new Ran(outcome, Optional.empty(), Optional.empty(), Optional.ofNullable(connector));
    }

    private Connector loaded() {
        if (connector == null) {
            throw new IllegalStateException("the connector is not loaded");
        }
        return connector;
    }
}
