package dev.airlock.conformance.trial;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
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
record TrialFault(String what, boolean isFailure, Instead instead) {
    /** Replaces the service's usual answer. */
    @FunctionalInterface
    interface Instead {
        RuleAnswer of(RuleAnswer usual);
    }

    /** All faults after a request has arrived: every fault of the upstream, and error statuses. */
    static final List<TrialFault> AT_THE_SERVICE = all();

    /** The faults that lose the answer to a request that the service has carried out. */
    static final List<TrialFault> LOST_ANSWERS = List.of(
            of(Fault.RESET_AFTER_REQUEST),
            of(Fault.STALL_AFTER_HEADERS),
            status(500, "the service carries out the request and answers with status 500"),
            status(503, "the service carries out the request and answers with status 503"));

    /** The faults that every repetition meets again. */
    static final List<TrialFault> LASTING =
            List.of(of(Fault.RESET), status(503, "the service answers with status 503"));

    static final TrialFault RESET = of(Fault.RESET);

    static final TrialFault STALL = of(Fault.STALL);

    /** Returns the faults that strike before the request. */
    static List<Fault> connecting() {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault.stage().isBeforeRequest())
                .toList();
    }

    private static List<TrialFault> all() {
        List<TrialFault> all = new ArrayList<>();
        Arrays.stream(Fault.values())
                .filter(fault -> !fault.stage().isBeforeRequest())
                .map(fault -> fault == Fault.REDIRECT ? redirect() : of(fault))
                .forEach(all::add);
        for (int status : new int[] {429, 500, 503}) {
            all.add(status(status, "the service answers with status " + status));
        }
        return all;
    }

    private static TrialFault of(Fault fault) {
        return new TrialFault(
                fault.seen(),
                true,
                usual -> new RuleAnswer.Break(fault, fault.responds() ? body(usual) : Optional.empty()));
    }

    private static TrialFault redirect() {
        ScriptedResponse elsewhere =
                new ScriptedResponse(302, Map.of("Location", List.of("/airlock-elsewhere")), Body.EMPTY);
        return new TrialFault(
                Fault.REDIRECT.seen().replace("`location`", "another place"),
                false,
                usual -> new RuleAnswer.Break(Fault.REDIRECT, Optional.of(elsewhere)));
    }

    private static TrialFault status(int status, String what) {
        ScriptedResponse response = new ScriptedResponse(
                status,
                Map.of("Content-Type", List.of("application/json")),
                Body.of("{\"error\":\"airlock conform\"}"));
        return new TrialFault(what, true, usual -> new RuleAnswer.Respond(response));
    }

    /** Returns the usual answer for a fault to break; empty if it has no body. */
    private static Optional<ScriptedResponse> body(RuleAnswer usual) {
        return usual instanceof RuleAnswer.Respond respond
                        && respond.response().body().size() > 0
                ? Optional.of(respond.response())
                : Optional.empty();
    }
}
