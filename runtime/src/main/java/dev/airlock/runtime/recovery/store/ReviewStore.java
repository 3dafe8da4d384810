package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Failures that wait for a person, with the person's resolutions. */
public interface ReviewStore {
    /**
     * A failure that waits for a person, or is resolved.
     *
     * @param id its id, {@code review-} and a number
     * @param queue its queue
     * @param verdict recovery's verdict on the failure
     * @param connector the connector's name
     * @param operation the operation's name
     * @param auditId the call's id in the audit log
     * @param failure the failure's envelope, as JSON
     * @param openedAt when it was opened
     * @param resolution the person's resolution; empty while it waits
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
     * A person's resolution.
     *
     * @param note the person's words
     * @param at when
     */
    record Resolution(String note, Instant at) {}

    /** Puts a failure before a person and returns the review's id. Ignores the id of {@code review}. */
    String open(Review review);

    /** Returns the reviews, oldest first: all, or those that wait. */
    List<Review> list(boolean all);

    /** Returns the review with an id. */
    Optional<Review> find(String id);

    /** Resolves a review. Returns whether it was waiting. */
    boolean resolve(String id, String note, Instant now);
}
