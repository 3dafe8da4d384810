package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.keys.ArgsHash;
import dev.airlock.runtime.recovery.policy.RetryPolicy.Unattended;
import dev.airlock.runtime.recovery.result.RecordedOutcome;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.sqlite.StoreProblem;
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
    private final Time time;
    /** Ends of calls that the store could not be given, by key. They are written as soon as it can be written again. */
    private final Map<KeyStore.Key, Unrecorded> unrecorded = new ConcurrentHashMap<>();

    KeyedCalls(RecoveryEngine engine, KeyStore keys, Time time) {
        this.engine = engine;
        this.keys = keys;
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
                    return inDoubt(call);
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
         * @return empty while another process locks the store
         * @throws StoreUnavailableException if the store cannot be used, or has been locked for too long
         */
        private Optional<Claim> claim(String hash) {
            Instant now = time.now();
            try {
                settleEarlier();
                return Optional.of(keys.claim(
                        key, new KeyStore.Claimant(auditId(call).value(), hash, now.plus(longest(call))), now));
            } catch (StoreUnavailableException e) {
                if (e.isBusy() && Duration.between(start, now).compareTo(PATIENCE) < 0) {
                    return Optional.empty();
                }
                throw e;
            }
        }

        private Result settled(Claim claim) {
            if (claim instanceof Claim.Granted) {
                return budget.fits(Duration.ZERO) ? execute() : letGo();
            }
            if (claim instanceof Claim.Finished finished) {
                suppressed("second call under the same key", "The call was made before; this is its recorded outcome.");
                return RecordedOutcome.read(finished.outcome()).orElseGet(() -> inDoubt(call));
            }
            return claim instanceof Claim.InDoubt ? inDoubt(call) : Result.Failed.notMade(otherArguments(call));
        }

        private Result execute() {
            Result result = engine.run(call, start, journal);
            end(RecordedOutcome.write(result, time.now()), "record of the outcome");
            return result;
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

    /** Fails the call in doubt. The effects of the earlier call with the key count as effects of this one. */
    private static Result inDoubt(RecoveryCall call) {
        Failure failure = Failure.connectorRuntimeError(
                auditId(call),
                Reason.KEY_REUSED,
                "A call of " + call.target().op() + " with this idempotency key was started, and its outcome is not"
                        + " known. Check the service; if it was not done, call again with a new key.",
                Details.none().put("key_state", "in_doubt"));
        return Result.Failed.notMade(failure, earlier(call));
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
