package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import dev.airlock.manifests.Declared;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.SeenRequests;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.call.CallEvidence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What has happened of one call so far. Belongs to the call's thread. */
final class Attempts {
    private final Declared declared;
    private final String key;
    private final List<Attempt> done = new ArrayList<>();
    private final List<Attempt> elsewhere = new ArrayList<>();
    private CallEvidence evidence = CallEvidence.NONE;
    private Duration delay = Duration.ZERO;

    /**
     * @param declared what manifest and action say about repeating the call
     * @param key the key under which it goes
     */
    Attempts(Declared declared, String key) {
        this.declared = declared;
        this.key = key;
    }

    /** The number of the attempt that comes next, from 1. */
    int next() {
        return done.size() + 1;
    }

    /** How many attempts were made after the first one. */
    int retries() {
        return Math.max(0, done.size() - 1);
    }

    /** Notes that the next attempt comes after that pause. */
    void waited(Duration pause) {
        delay = pause;
    }

    /** Notes an attempt that is over. */
    void add(AuditId auditId, Outcome outcome) {
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

    /** Notes the attempts at what was called in the call's place. */
    void addFallback(List<Attempt> others) {
        elsewhere.addAll(others);
    }

    /** What all attempts together sent. */
    CallEvidence evidence() {
        return evidence;
    }

    /** What all attempts together may have changed. */
    SideEffects sideEffects() {
        return evidence.sideEffects(declared, key);
    }

    /** What all attempts together used, those at a fallback included. */
    Usage usage() {
        return all().stream().map(Attempt::usage).reduce(Usage.none(0), Usage::and);
    }

    /** The number of the attempt that was made last. */
    int latest() {
        return done.size();
    }

    /** The attempts in order, those at a fallback included. */
    List<Attempt> all() {
        return Stream.concat(done.stream(), elsewhere.stream()).toList();
    }

    /** The failure of the whole call: with what it may have changed, and with its history if there is one to tell. */
    Failure ofWholeCall(Failure failure) {
        Failure whole = failure.withSideEffects(sideEffects());
        return retries() == 0
                ? whole
                : whole.withDetail("retried", retries()).withDetail("attempts", AttemptList.of(done));
    }
}
