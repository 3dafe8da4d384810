package dev.airlock.upstreams;

import dev.airlock.upstreams.script.RuleAnswer;

/**
 * Replaces the script's answers to some requests. The upstream calls it for each request that a rule answers, after the whole request has
 * arrived and before it sends anything. It may block. Thread-safe.
 *
 * <p>For instance, the answer to the second request is lost: {@code (request, usual) -> request.number() == 2 ? lost : usual}.
 */
@FunctionalInterface
public interface Disturbance {
    /** Every request gets its usual answer. */
    Disturbance NONE = (request, usual) -> usual;

    /**
     * Returns the answer to a request.
     *
     * @param request the request, numbered from 1 since the start of the script
     * @param usual the script's answer
     * @return an answer, or a fault that strikes after the request has arrived
     */
    RuleAnswer instead(RecordedRequest request, RuleAnswer usual);
}
