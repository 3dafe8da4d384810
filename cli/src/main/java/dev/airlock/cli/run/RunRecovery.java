package dev.airlock.cli.run;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.StepCaller;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.Chance;
import dev.airlock.runtime.recovery.ConnectorTarget;
import dev.airlock.runtime.recovery.CredentialRenewal;
import dev.airlock.runtime.recovery.Journal;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.RecoveryListener;
import dev.airlock.runtime.recovery.RenewedOnce;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.ReversalTokens;
import dev.airlock.runtime.recovery.ReviewQueue;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.Time;
import dev.airlock.runtime.recovery.breaker.BreakerRules;
import dev.airlock.runtime.recovery.breaker.Breakers;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReversalStore.Token;
import dev.airlock.runtime.recovery.store.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.nio.file.Path;
import java.util.Optional;

/** Recovery of the calls of one command, with what this user's earlier commands left behind. */
public final class RunRecovery implements AutoCloseable {
    private final RecoveryStore store;
    private final Breakers breakers;
    private final Recoveries recoveries;
    private final RunAudit audit;

    private RunRecovery(RecoveryStore store, CredentialRefresh credentials, RunAudit audit, RecoveryListener listener) {
        Time time = Time.ofTheMachine();
        this.store = store;
        this.audit = audit;
        this.breakers = new Breakers(time, BreakerRules.STANDARD, store.circuits());
        this.recoveries = new Recoveries(
                time,
                Chance.secure(),
                store,
                new CredentialRenewal(credentials, new ReviewQueue(store.reviews(), time)),
                listener);
    }

    /**
     * The recovery of one run, on the store that outlives it.
     *
     * @param credentials renews credentials that a service does not accept any more
     * @param audit records what is decided before it is done
     * @param scripted whether a script answers in the place of the world
     * @param silent whether nothing is to be said while it works
     */
    public static RunRecovery open(
            Terminal terminal, CredentialRefresh credentials, RunAudit audit, boolean scripted, boolean silent) {
        return new RunRecovery(
                RecoveryFile.open(terminal, scripted),
                credentials,
                audit,
                silent ? RecoveryListener.NONE : new RecoveryText(terminal));
    }

    /** A run without recovery, which renews a credential that the service does not accept, once, all the same. */
    static RenewedOnce once(CredentialRefresh credentials) {
        return new RenewedOnce(Time.ofTheMachine(), AuditId::random, credentials);
    }

    /**
     * Has a call that was made without recovery be reversible too, if it succeeded and can be undone. The store is not needed for
     * anything else.
     *
     * @return the call's audit id, if it can be reversed
     */
    static Optional<AuditId> reversible(Path store, Target target, Call call, Outcome outcome, Journal journal) {
        if (!(outcome instanceof Outcome.Succeeded succeeded)
                || ReversalTokens.reversalOf(target).isEmpty()) {
            return Optional.empty();
        }
        try (RecoveryStore kept = SqliteRecoveryStore.open(store)) {
            new ReversalTokens(kept.reversals(), Time.ofTheMachine(), Chance.secure())
                    .issue(call.auditId(), target, call.args(), succeeded, journal);
            return Optional.of(call.auditId())
                    .filter(id -> kept.reversals().find(id.value()).isPresent());
        } catch (StoreUnavailableException e) {
            journal.decide(ReversalTokens.notKept(call.auditId(), target));
            return Optional.empty();
        }
    }

    /** The gate that the sandbox has to ask. */
    public CircuitGate circuits() {
        return breakers;
    }

    /** Somebody waits for what a command does. */
    Result run(Sandbox sandbox, Connector connector, Call call, RetryPolicy policy, Optional<String> key) {
        RecoveryCall.Identity identity = new RecoveryCall.Identity(
                Optional.of(call.auditId()),
                RecoveryCall.Identity.NEW.caller(),
                key,
                Optional.of(call.idempotencyKey()));
        try {
            RecoveryCall recovered = RecoveryCall.of(target(sandbox, connector, call.op()), call.args())
                    .as(identity)
                    .from(CallSource.FOREGROUND)
                    .with(policy)
                    .endedBy(call.cancellation());
            return recoveries.run(recovered, audit.journal());
        } catch (StoreUnavailableException e) {
            throw RecoveryFile.unusable(e);
        }
    }

    /** Makes the calls of an action's steps. */
    public StepCaller steps() {
        return StepCaller.recovering(recoveries);
    }

    /** The operation that undoes a call; empty if none does, or not any more. */
    Optional<String> reversalOf(AuditId call) {
        return store.reversals().find(call.value()).map(Token::reversal);
    }

    Result reverse(Sandbox sandbox, Connector connector, Recoveries.Reversal reversal, Cancellation cancellation) {
        return recoveries.reverse(
                reversal,
                token -> {
                    ConnectorTarget target = target(sandbox, connector, token.reversal());
                    return token.connector().equals(target.connector()) ? Optional.of(target) : Optional.empty();
                },
                cancellation,
                audit.journal());
    }

    /** Whether a call that was made can be reversed. */
    public boolean isReversible(AuditId call) {
        try {
            return store.reversals().find(call.value()).isPresent();
        } catch (StoreUnavailableException e) {
            return false; // the call was made, and what it came to matters more
        }
    }

    private ConnectorTarget target(Sandbox sandbox, Connector connector, String op) {
        return new ConnectorTarget(sandbox, connector, op, breakers);
    }

    @Override
    public void close() {
        store.close();
    }
}
