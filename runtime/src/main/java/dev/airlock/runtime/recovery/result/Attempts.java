package dev.airlock.runtime.recovery.result;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.manifests.Declared;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.SeenRequests;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.evidence.CallEvidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The attempts at one call so far. Confined to the call's thread. */
public final class Attempts {
    private final Declared declared;
    private final String key;
    private final List<Attempt> done = new ArrayList<>();
    private final List<Attempt> elsewhere = new ArrayList<>();
    private CallEvidence evidence = CallEvidence.NONE;
    private Duration delay = Duration.ZERO;

    /**
     * @param declared the declaration of manifest and action about repeating the call
     * @param key the call's idempotency key
     */
    public Attempts(Declared declared, String key) {
        this.declared = declared;
        this.key = key;
    }

    /** Returns the number of the next attempt, from 1. */
    public int next() {
        return done.size() + 1;
    }

    /** Returns how many attempts were made after the first one. */
    public int retries() {
        return Math.max(0, done.size() - 1);
    }

    /** Sets the pause before the next attempt. */
    public void waited(Duration pause) {
        delay = pause;
    }

    /** Adds an attempt that is over. */
    public void add(AuditId auditId, Outcome outcome) {
        Optional<Failure> failure =
                outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
        CallEvidence seen = SeenRequests.of(outcome);
        done.add(new Attempt(
                next(),
                auditId,
                delay,
                failure,
                seen.sideEffects(declared, key),
                seen.withoutEffect(),
                outcome.usage()));
        evidence = evidence.and(seen);
        delay = Duration.ZERO;
    }

    /** Adds the attempts at the fallback. */
    public void addFallback(List<Attempt> others) {
        elsewhere.addAll(others);
    }

    /** Returns the evidence of all attempts' requests. */
    public CallEvidence evidence() {
        return evidence;
    }

    /** Returns the possible side effects of all attempts. */
    public SideEffects sideEffects() {
        return evidence.sideEffects(declared, key);
    }

    /** Returns the usage of all attempts, including those at a fallback. */
    public Usage usage() {
        return all().stream().map(Attempt::usage).reduce(Usage.none(0), Usage::and);
    }

    /** Returns the number of the latest attempt. */
    public int latest() {
        return done.size();
    }

    /** Returns the attempts in order, including those at a fallback. */
    public List<Attempt> all() {
        return Stream.concat(done.stream(), elsewhere.stream()).toList();
    }

    /** Returns the failure of the whole call, with its possible side effects, and with its attempts if there was a retry. */
    public Failure ofWholeCall(Failure failure) {
        Failure whole = failure.withSideEffects(sideEffects());
        return retries() == 0
                ? whole
                : whole.withDetail("retried", retries()).withDetail("attempts", AttemptList.of(done));
    }
}
