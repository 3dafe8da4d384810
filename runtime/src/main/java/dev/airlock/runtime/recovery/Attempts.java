package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.CallEvidence;
import dev.airlock.sandbox.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What has happened of one call so far. Belongs to the call's thread. */
final class Attempts {
    private final List<Attempt> done = new ArrayList<>();
    private final List<Attempt> elsewhere = new ArrayList<>();
    private final List<CallEvidence.Request> requests = new ArrayList<>();
    private Duration delay = Duration.ZERO;

    /** The number of the attempt that comes next, from 1. */
    int next() {
        return done.size() + 1;
    }

    /** How many attempts were made after the first one. */
    int retries() {
        return Math.max(0, done.size() - 1);
    }

    /** The next attempt comes after that pause. */
    void waited(Duration pause) {
        delay = pause;
    }

    /** An attempt is over. */
    void add(AuditId auditId, Outcome outcome) {
        Optional<Failure> failure =
                outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
        done.add(new Attempt(next(), auditId, delay, failure));
        requests.addAll(SeenRequests.of(outcome).requests());
        delay = Duration.ZERO;
    }

    /** The attempts at what was called in the call's place. */
    void addFallback(List<Attempt> others) {
        elsewhere.addAll(others);
    }

    /** What all attempts together sent. */
    CallEvidence evidence() {
        return new CallEvidence(requests);
    }

    /** The number of the attempt that was made last. */
    int latest() {
        return done.size();
    }

    /** The attempts in order, those at a fallback included. */
    List<Attempt> all() {
        return Stream.concat(done.stream(), elsewhere.stream()).toList();
    }

    /** The failure with the history of the call in its details, if there is one to tell. */
    Failure told(Failure failure) {
        if (retries() == 0) {
            return failure;
        }
        List<Map<String, Object>> list = done.stream().map(Attempt::toDetails).toList();
        return failure.withDetail("retried", retries()).withDetail("attempts", list);
    }
}
