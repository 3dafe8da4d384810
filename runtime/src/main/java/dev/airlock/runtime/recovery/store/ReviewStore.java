package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Failures that wait for a person, and what the person said. */
public interface ReviewStore {
    /**
     * A failure that waits.
     *
     * @param id how it is named, {@code review-} and a number
     * @param queue where it waits
     * @param verdict what recovery made of the failure
     * @param connector the connector's name
     * @param operation the operation's name
     * @param auditId where the audit log keeps the call
     * @param failure the failure's envelope, as JSON
     * @param openedAt since when it waits
     * @param resolution what the person said; empty while it waits
     */
    record Review(
            String id,
            String queue,
            String verdict,
            String connector,
            String operation,
            String auditId,
            String failure,
            Instant openedAt,
            Optional<Resolution> resolution) {}

    /**
     * What a person said.
     *
     * @param note in the person's words
     * @param at when
     */
    record Resolution(String note, Instant at) {}

    /** Puts a failure before a person and returns the review's id; that of {@code review} is not looked at. */
    String open(Review review);

    /** The reviews, oldest first; those that wait, or all. */
    List<Review> list(boolean all);

    /** The review of that id. */
    Optional<Review> find(String id);

    /** Whether the review waited, and is resolved from now on. */
    boolean resolve(String id, String note, Instant now);
}
