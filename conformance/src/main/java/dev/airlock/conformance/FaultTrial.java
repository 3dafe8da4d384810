package dev.airlock.conformance;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.call.Exchange;
import dev.airlock.upstreams.Disturbance;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Answer;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.script.ScriptedExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A call of which one exchange went wrong.
 *
 * @param call the call
 * @param where which exchange
 * @param what what went wrong, in words
 * @param isFailure whether that is a failure of the outside world by the host's evidence
 * @param usualRequests how many requests the call sends when nothing goes wrong
 * @param seen what came of it
 */
record FaultTrial(WorkingCall call, String where, String what, boolean isFailure, int usualRequests, Observation seen) {
    /** Limits that a call reaches that goes on and on. */
    private static final Set<LimitName> ENDLESS =
            EnumSet.of(LimitName.WALL_TIME, LimitName.FUEL, LimitName.EXCHANGES, LimitName.HOST_CALLS, LimitName.LOG);

    static List<FaultTrial> all(Stage stage, WorkingCall call, Observation usual, List<Long> exchanges) {
        List<FaultTrial> trials = new ArrayList<>();
        for (long number : exchanges) {
            for (Mishap mishap : Mishap.LASTING) {
                trials.add(trial(
                        call,
                        "from exchange " + number + " on",
                        mishap,
                        usual,
                        stage.call(call, from(number, mishap))));
            }
            if (trials.stream().anyMatch(FaultTrial::isEndless)) {
                return trials; // the others would take as long
            }
            for (Mishap mishap : Mishap.AT_THE_SERVICE) {
                trials.add(trial(
                        call, "at exchange " + number, mishap, usual, stage.call(call, atExchange(number, mishap))));
            }
        }
        usual.requests().stream()
                .map(RecordedRequest::host)
                .distinct()
                .forEach(host -> trials.addAll(connecting(stage, call, usual, host)));
        return trials;
    }

    private static FaultTrial trial(
            WorkingCall call, String where, Mishap mishap, Observation usual, Observation seen) {
        return new FaultTrial(
                call, where, mishap.what(), mishap.isFailure(), usual.requests().size(), seen);
    }

    private static Disturbance from(long number, Mishap mishap) {
        return (request, answer) ->
                request.number() >= number ? mishap.instead().of(answer) : answer;
    }

    static Disturbance atExchange(long number, Mishap mishap) {
        return (request, answer) ->
                request.number() == number ? mishap.instead().of(answer) : answer;
    }

    private static List<FaultTrial> connecting(Stage stage, WorkingCall call, Observation usual, String host) {
        List<FaultTrial> trials = new ArrayList<>();
        for (Fault fault : Mishap.connecting()) {
            // after a connection that broke, the next call makes a new one
            stage.call(call, (request, answer) -> Mishap.RESET.instead().of(answer));
            ScriptedExchange rule = new ScriptedExchange(
                    1,
                    1,
                    new RequestMatch(Optional.empty(), HostPattern.parse(host), Optional.empty(), Optional.empty()),
                    new Answer.Break(fault, Optional.empty()),
                    OptionalInt.empty(),
                    Duration.ZERO);
            trials.add(new FaultTrial(
                    call,
                    "on the way to " + host,
                    fault.seen(),
                    true,
                    usual.requests().size(),
                    stage.call(call, call.scriptWith(rule), Disturbance.NONE, new Cancellation())));
        }
        return trials;
    }

    /** Whether the connector got to see that something went wrong. */
    private boolean struck() {
        return seen.outcome().transcript().exchanges().stream()
                .anyMatch(exchange -> !(exchange.result() instanceof Exchange.Answered answered)
                        || answered.status() < 200
                        || answered.status() > 299);
    }

    /** Whether it claims a whole success although nobody was asked again in the place of the exchange that failed. */
    boolean isFalseSuccess() {
        return struck()
                && seen.outcome() instanceof Outcome.Succeeded succeeded
                && succeeded.errors().isEmpty()
                && seen.requests().size() <= usualRequests;
    }

    boolean isEndless() {
        return seen.limit().filter(ENDLESS::contains).isPresent();
    }

    /** Whether its failure does not say what the host has seen. */
    boolean isMisnamed() {
        return seen.broke() || (isFailure && struck() && seen.reported());
    }

    /** The trial, as the beginning of a sentence. */
    String describe() {
        return call.name() + ": when " + where + " " + what + ", the call ended with " + seen.end();
    }
}
