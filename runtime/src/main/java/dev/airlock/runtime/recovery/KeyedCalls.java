package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.recovery.RecoveryHandler.Frame;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.keys.ArgsHash;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.RetryPolicy.Unattended;
import dev.airlock.runtime.recovery.result.RecordedOutcome;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.evidence.SendingRecord;
import dev.airlock.sandbox.sqlite.StoreProblem;
import dev.airlock.sandbox.state.StateUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Makes calls under their callers' keys. The first call is made; a repetition gets its result. A call that did not succeed and is safe to
 * repeat frees its key. Thread-safe, and safe between processes.
 */
final class KeyedCalls {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** How long another process may lock the store, unless the call has less time. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long after its wall time an aborted call may still end. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final RecoveryEngine engine;
    private final KeyStore keys;
    private final RecoveryHandler handler;
    private final Time time;
    /** Ends of calls that the store could not be given, by key. They are written as soon as it can be written again. */
    private final Map<KeyStore.Key, Unrecorded> unrecorded = new ConcurrentHashMap<>();

    KeyedCalls(RecoveryEngine engine, KeyStore keys, RecoveryHandler handler, Time time) {
        this.engine = engine;
        this.keys = keys;
        this.handler = handler;
        this.time = time;
    }

    /** Makes a call that has a key and an audit id, or returns the stored result of an earlier one. */
    Result run(RecoveryCall call, Journal journal) {
        return new KeyedCall(call, journal).run();
    }

    /**
     * The end of a call.
     *
     * @param call its audit id
     * @param outcome what a repetition gets; empty: the key is free again
     */
    private record Unrecorded(String call, Optional<String> outcome) {}

    /**
     * Gives the store the end of a call.
     *
     * @return false if the call no longer had its key
     * @throws StoreUnavailableException if the store cannot be written; then the end is kept
     */
    private boolean settle(KeyStore.Key key, Unrecorded end) {
        try {
            boolean had = end.outcome()
                    .map(outcome -> keys.finish(key, end.call(), outcome))
                    .orElseGet(() -> keys.release(key, end.call()));
            unrecorded.remove(key, end);
            return had;
        } catch (StoreUnavailableException e) {
            unrecorded.put(key, end);
            throw e;
        }
    }

    /** Gives the store what it could not be given before, as far as it can be written again. */
    private void settleEarlier() {
        try {
            unrecorded.forEach(this::settle);
        } catch (StoreUnavailableException keptForTheNextCall) {
            // whoever claims a key next learns what is wrong with the store
        }
    }

    /** One call under its key. */
    private final class KeyedCall {
        private final RecoveryCall call;
        private final Journal journal;
        private final KeyStore.Key key;
        private final Instant start = time.now();
        private final CallBudget budget;
        private SideEffects earlier = SideEffects.NONE;

        KeyedCall(RecoveryCall call, Journal journal) {
            this.call = call;
            this.journal = journal;
            this.key = key(call);
            this.budget = CallBudget.of(time, start, call);
        }

        Result run() {
            String hash = ArgsHash.of(call.args());
            while (true) {
                Optional<Claim> claim;
                try {
                    claim = claim(hash);
                } catch (StoreUnavailableException e) {
                    return Result.Failed.notMade(unavailable(call, e.sentences()));
                }
                if (claim.isPresent() && !(claim.get() instanceof Claim.Running)) {
                    return settled(claim.get());
                }
                if (unrecorded.containsKey(key)) {
                    return unclear(call);
                }
                if (!budget.fits(LOOK_AGAIN)) {
                    return claim.isPresent()
                            ? Result.Failed.notMade(tooLate(call, start), earlier(call))
                            : Result.Failed.notMade(
                                    unavailable(call, StoreUnavailableException.sentences(StoreProblem.BUSY)));
                }
                if (!waited()) {
                    return claim.isPresent()
                            ? Result.Cancelled.whileItWaited(earlier(call))
                            : Result.Cancelled.beforehand();
                }
            }
        }

        /**
         * Claims the key.
         *
         * @return empty while another process locks the store, or takes over the same call
         * @throws StoreUnavailableException if the store cannot be used, or has been locked for too long
         */
        private Optional<Claim> claim(String hash) {
            Instant now = time.now();
            try {
                settleEarlier();
                KeyStore.Claimant claimant =
                        new KeyStore.Claimant(auditId(call).value(), hash, now.plus(longest(call)));
                Claim claim = keys.claim(key, claimant, now);
                return claim instanceof Claim.InDoubt doubt && isRepeatable(doubt)
                        ? takenOver(doubt, claimant, now)
                        : Optional.of(claim);
            } catch (StoreUnavailableException e) {
                if (e.isBusy() && Duration.between(start, now).compareTo(PATIENCE) < 0) {
                    return Optional.empty();
                }
                throw e;
            }
        }

        private boolean isRepeatable(Claim.InDoubt doubt) {
            return new KeyInDoubt(call, doubt).mayBeTakenOver();
        }

        private Optional<Claim> takenOver(Claim.InDoubt doubt, KeyStore.Claimant claimant, Instant now) {
            if (!keys.takeOver(key, doubt, claimant, now)) {
                return Optional.empty();
            }
            earlier = new KeyInDoubt(call, doubt).sideEffects();
            suppressed(
                    "doubt about " + doubt.call(), "Whatever it sent can be sent again, so this call goes on with it.");
            return Optional.of(new Claim.Granted());
        }

        private Result settled(Claim claim) {
            if (claim instanceof Claim.Granted) {
                return budget.fits(Duration.ZERO) ? execute() : letGo();
            }
            if (claim instanceof Claim.Finished finished) {
                suppressed("second call under the same key", "The call was made before; this is its recorded outcome.");
                return RecordedOutcome.read(finished.outcome()).orElseGet(() -> unclear(call));
            }
            return claim instanceof Claim.InDoubt doubt ? inDoubt(doubt) : Result.Failed.notMade(otherArguments(call));
        }

        private Result execute() {
            Result result =
                    engine.run(call.keeping(this::ahead), start, journal).after(earlier);
            end(RecordedOutcome.write(result, time.now()), "record of the outcome");
            return result;
        }

        /** Makes it durable that a request is about to go out under the key. */
        private void ahead(int attempt, SendingRecord.Outgoing request) {
            boolean has;
            try {
                has = keys.sending(
                        key,
                        auditId(call).value(),
                        new KeyStore.Sending(attempt, request.method(), request.host(), request.bearsKey()));
            } catch (StoreUnavailableException e) {
                throw new StateUnavailableException(
                        "a request was not sent, because that could not be recorded beforehand", e.sentences(), e);
            }
            if (!has) {
                throw new StateUnavailableException(
                        "a request was not sent, because this process was away for too long and the call lost its"
                                + " idempotency key",
                        "Call again under the same key, which tells what became of it.");
            }
        }

        /** Fails the call in doubt, and puts it before a person once. */
        private Result inDoubt(Claim.InDoubt doubt) {
            KeyInDoubt inDoubt = new KeyInDoubt(call, doubt);
            Optional<String> review = doubt.review().or(() -> reviewed(inDoubt));
            Failure failure = inDoubt.failure();
            return Result.Failed.notMade(
                    review.map(id -> failure.withDetail("review", id)).orElse(failure), earlier(call));
        }

        private Optional<String> reviewed(KeyInDoubt inDoubt) {
            if (!call.isRecovered()) {
                return Optional.empty();
            }
            try {
                Optional<String> review = handler.escalate(
                        Recovery.Queue.OUTCOME, inDoubt.incident(new Frame(start, budget.left(), call.cancellation())));
                review.ifPresent(id -> keys.reviewed(key, inDoubt.doubt().call(), id));
                return review;
            } catch (StoreUnavailableException e) {
                suppressed("review", "The store cannot be written, so no review was created.");
                return Optional.empty();
            } catch (RuntimeException e) {
                suppressed(
                        "review",
                        "The handler of incidents failed (" + e.getClass().getSimpleName() + ").");
                return Optional.empty();
            }
        }

        /** Releases a key that was granted too late for a useful call. */
        private Result letGo() {
            end(Optional.empty(), "release of the key");
            return Result.Failed.notMade(tooLate(call, start));
        }

        private void end(Optional<String> outcome, String what) {
            try {
                if (!settle(key, new Unrecorded(auditId(call).value(), outcome))) {
                    suppressed(what, "The call lost its key, so what it came to is in this record alone.");
                }
            } catch (StoreUnavailableException e) {
                suppressed(
                        what, "The store cannot be written, so the key stays in doubt until it can be written again.");
            }
        }

        private boolean waited() {
            try {
                time.sleep(LOOK_AGAIN, call.cancellation());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            return !call.cancellation().requested();
        }

        private void suppressed(String what, String why) {
            RecoveryEvent.Subject subject = new RecoveryEvent.Subject(
                    auditId(call), call.target().connector(), call.target().op());
            journal.decide(new RecoveryEvent.Suppressed(subject, what, why));
        }
    }

    private static Duration longest(RecoveryCall call) {
        Supplier<Duration> wallTime = call.target()::wallTime;
        return call.policy()
                .unattended()
                .map(Unattended::most)
                .orElseGet(wallTime)
                .plus(GRACE);
    }

    private static KeyStore.Key key(RecoveryCall call) {
        return new KeyStore.Key(
                call.identity().actor(),
                call.target().connector(),
                call.target().op(),
                call.identity().key().orElseThrow());
    }

    private static AuditId auditId(RecoveryCall call) {
        return call.identity().auditId().orElseThrow();
    }

    private static Failure otherArguments(RecoveryCall call) {
        return Failure.connectorRuntimeError(
                auditId(call),
                Reason.KEY_REUSED,
                "The idempotency key was used for another call of "
                        + call.target().op()
                        + ", with other arguments. Give each call its own key, and repeat a key only for the same call.",
                Details.none().put("key_state", "other_arguments"));
    }

    private static SideEffects earlier(RecoveryCall call) {
        return SideEffects.UNKNOWN.under(call.identity().key().orElseThrow());
    }

    /** Fails a call whose key is in doubt for this process alone. The effects of the earlier call count as effects of this one. */
    private static Result unclear(RecoveryCall call) {
        return Result.Failed.notMade(KeyInDoubt.failure(call, ""), earlier(call));
    }

    private static Failure unavailable(RecoveryCall call, String why) {
        return Failure.connectorRuntimeError(
                auditId(call),
                Reason.STORE_UNAVAILABLE,
                "The idempotency key cannot be recorded, so the call was not made. " + why,
                Details.none());
    }

    private Failure tooLate(RecoveryCall call, Instant start) {
        long waited = Duration.between(start, time.now()).toMillis();
        BeforeLimit before =
                waited == 0 ? BeforeLimit.NOTHING : BeforeLimit.waiting(WaitedFor.CALL_WITH_THE_SAME_KEY, waited);
        return TimeUp.of(call, auditId(call), waited, before).withDetail("key_state", "running");
    }
}
