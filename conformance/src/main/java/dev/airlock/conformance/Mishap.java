package dev.airlock.conformance;

import dev.airlock.upstreams.script.Answer;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.ScriptedResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fault of one exchange.
 *
 * @param what the fault in words that follow "when"
 * @param isFailure whether the host's evidence makes it an external failure
 * @param instead the answer in place of the usual one
 */
record Mishap(String what, boolean isFailure, Instead instead) {
    /** Replaces the service's usual answer. */
    @FunctionalInterface
    interface Instead {
        Answer of(Answer usual);
    }

    /** All faults after a request has arrived: every fault of the upstream, and error statuses. */
    static final List<Mishap> AT_THE_SERVICE = all();

    /** The faults that lose the answer to a request that the service has carried out. */
    static final List<Mishap> LOST_ANSWERS = List.of(
            of(Fault.RESET_AFTER_REQUEST),
            of(Fault.STALL_AFTER_HEADERS),
            status(500, "the service carries out the request and answers with status 500"),
            status(503, "the service carries out the request and answers with status 503"));

    /** The faults that every repetition meets again. */
    static final List<Mishap> LASTING = List.of(of(Fault.RESET), status(503, "the service answers with status 503"));

    static final Mishap RESET = of(Fault.RESET);

    static final Mishap STALL = of(Fault.STALL);

    /** Returns the faults that strike before the request. */
    static List<Fault> connecting() {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault.stage().isBeforeRequest())
                .toList();
    }

    private static List<Mishap> all() {
        List<Mishap> all = new ArrayList<>();
        Arrays.stream(Fault.values())
                .filter(fault -> !fault.stage().isBeforeRequest())
                .map(fault -> fault == Fault.REDIRECT ? redirect() : of(fault))
                .forEach(all::add);
        for (int status : new int[] {429, 500, 503}) {
            all.add(status(status, "the service answers with status " + status));
        }
        return all;
    }

    private static Mishap of(Fault fault) {
        return new Mishap(
                fault.seen(),
                true,
                usual -> new Answer.Break(fault, fault.responds() ? body(usual) : Optional.empty()));
    }

    private static Mishap redirect() {
        ScriptedResponse elsewhere =
                new ScriptedResponse(302, Map.of("Location", List.of("/airlock-elsewhere")), Body.EMPTY);
        return new Mishap(
                Fault.REDIRECT.seen().replace("`location`", "another place"),
                false,
                usual -> new Answer.Break(Fault.REDIRECT, Optional.of(elsewhere)));
    }

    private static Mishap status(int status, String what) {
        ScriptedResponse response = new ScriptedResponse(
                status,
                Map.of("Content-Type", List.of("application/json")),
                Body.of("{\"error\":\"airlock conform\"}"));
        return new Mishap(what, true, usual -> new Answer.Respond(response));
    }

    /** Returns the usual answer for a fault to break; empty if it has no body. */
    private static Optional<ScriptedResponse> body(Answer usual) {
        return usual instanceof Answer.Respond respond
                        && respond.response().body().size() > 0
                ? Optional.of(respond.response())
                : Optional.empty();
    }
}
