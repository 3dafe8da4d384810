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
 * What can go wrong with one exchange.
 *
 * @param what it in words, as they go after "when"
 * @param isFailure whether it is one by the host's evidence, so that the call's failure is of the outside world
 * @param instead what is answered in its place
 */
record Mishap(String what, boolean isFailure, Instead instead) {
    /** What the service answers in the place of its usual answer. */
    @FunctionalInterface
    interface Instead {
        Answer of(Answer usual);
    }

    /** All that can go wrong once a request has arrived: every fault, and the answers that say so. */
    static final List<Mishap> AT_THE_SERVICE = all();

    /** The ways to lose the answer to a request that the service has carried out. */
    static final List<Mishap> LOST_ANSWERS = List.of(
            of(Fault.RESET_AFTER_REQUEST),
            of(Fault.STALL_AFTER_HEADERS),
            status(500, "the service carries out the request and answers with status 500"),
            status(503, "the service carries out the request and answers with status 503"));

    /** What goes wrong again whenever somebody asks again. */
    static final List<Mishap> LASTING = List.of(of(Fault.RESET), status(503, "the service answers with status 503"));

    static final Mishap RESET = of(Fault.RESET);

    static final Mishap STALL = of(Fault.STALL);

    /** The faults that strike before there is a request. */
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

    /** What a fault breaks is the usual answer, as long as that has a body. */
    private static Optional<ScriptedResponse> body(Answer usual) {
        return usual instanceof Answer.Respond respond
                        && respond.response().body().size() > 0
                ? Optional.of(respond.response())
                : Optional.empty();
    }
}
