package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Answer;

/**
 * Answers some requests otherwise than the script does. Asked for each request that a rule answers, once it is here in whole and
 * before anything is sent; may take its time. Thread-safe.
 *
 * <p>For instance, the answer to the second request is lost: {@code (request, usual) -> request.number() == 2 ? lost : usual}.
 */
@FunctionalInterface
public interface Disturbance {
    /** Every request gets its usual answer. */
    Disturbance NONE = (request, usual) -> usual;

    /**
     * The answer.
     *
     * @param request the request, numbered from 1 since the script began to be played
     * @param usual what the script answers
     * @return an answer, or a fault that strikes once the request is in
     */
    Answer instead(RecordedRequest request, Answer usual);
}
