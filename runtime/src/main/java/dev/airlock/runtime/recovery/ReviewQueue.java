package dev.airlock.runtime.recovery;

import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.recovery.store.ReviewStore.Review;
import dev.airlock.runtime.recovery.time.Time;
import java.util.Optional;

/** Keeps failures until a person has reviewed them. Renews nothing. */
public final class ReviewQueue implements RecoveryHandler {
    private final ReviewStore store;
    private final Time time;

    /** Creates a queue in a store. */
    public ReviewQueue(ReviewStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    @Override
    public Optional<String> escalate(Recovery.Queue queue, Incident incident) {
        return Optional.of(store.open(new Review(
                "",
                queue.wireName(),
                incident.verdict().wireName(),
                incident.subject().connector(),
                incident.subject().op(),
                incident.failure().auditId().value(),
                FailureEnvelope.write(incident.failure()),
                time.now(),
                Optional.empty())));
    }
}
