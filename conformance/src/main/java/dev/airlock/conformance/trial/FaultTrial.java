package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.upstreams.Disturbance;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A call in which an exchange had a fault.
 *
 * @param call the call
 * @param where the exchange, in words
 * @param what the fault, in words
 * @param isFailure whether the host's evidence makes it an external failure
 * @param usualRequests the number of requests that the call sends without a fault
 * @param seen the observation of the call
 */
public record FaultTrial(
        BaselineCall call, String where, String what, boolean isFailure, int usualRequests, Observation seen) {
    /** The limits that an endless call reaches. */
    private static final Set<LimitName> ENDLESS =
            EnumSet.of(LimitName.WALL_TIME, LimitName.FUEL, LimitName.EXCHANGES, LimitName.HOST_CALLS, LimitName.LOG);

    static List<FaultTrial> all(TrialFixture stage, BaselineCall call, Observation usual, List<Long> exchanges) {
        List<FaultTrial> trials = new ArrayList<>();
        for (long number : exchanges) {
            for (TrialFault fault : TrialFault.LASTING) {
                trials.add(trial(
                        call, "from exchange " + number + " on", fault, usual, stage.call(call, from(number, fault))));
            }
            if (trials.stream().anyMatch(FaultTrial::isEndless)) {
                return trials; // the other faults would take as long
            }
            for (TrialFault fault : TrialFault.AT_THE_SERVICE) {
                trials.add(trial(
                        call, "at exchange " + number, fault, usual, stage.call(call, atExchange(number, fault))));
            }
        }
        usual.requests().stream()
                .map(RecordedRequest::host)
                .distinct()
                .forEach(host -> trials.addAll(connecting(stage, call, usual, host)));
        return trials;
    }

    private static FaultTrial trial(
            BaselineCall call, String where, TrialFault fault, Observation usual, Observation seen) {
        return new FaultTrial(
                call, where, fault.what(), fault.isFailure(), usual.requests().size(), seen);
    }

    private static Disturbance from(long number, TrialFault fault) {
        return (request, answer) -> request.number() >= number ? fault.instead().of(answer) : answer;
    }

    static Disturbance atExchange(long number, TrialFault fault) {
        return (request, answer) -> request.number() == number ? fault.instead().of(answer) : answer;
    }

    private static List<FaultTrial> connecting(TrialFixture stage, BaselineCall call, Observation usual, String host) {
        List<FaultTrial> trials = new ArrayList<>();
        for (Fault fault : TrialFault.connecting()) {
            // after a broken connection, the next call opens a new one
            stage.call(call, (request, answer) -> TrialFault.RESET.instead().of(answer));
            ScriptedExchange rule = new ScriptedExchange(
                    1,
                    1,
                    new RequestMatch(Optional.empty(), HostPattern.parse(host), Optional.empty(), Optional.empty()),
                    new RuleAnswer.Break(fault, Optional.empty()),
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

    /** Returns whether the connector could see the fault. */
    private boolean struck() {
        return seen.outcome().transcript().exchanges().stream()
                .anyMatch(exchange -> !(exchange.result() instanceof Exchange.Answered answered)
                        || answered.status() < 200
                        || answered.status() > 299);
    }

    /** Returns whether it claims a whole success although no request replaced the exchange that failed. */
    public boolean isFalseSuccess() {
        return struck()
                && seen.outcome() instanceof Outcome.Succeeded succeeded
                && succeeded.errors().isEmpty()
                && seen.requests().size() <= usualRequests;
    }

    public boolean isEndless() {
        return seen.limit().filter(ENDLESS::contains).isPresent();
    }

    /** Returns whether its failure does not match the host's evidence. */
    public boolean isMisnamed() {
        return seen.broke() || (isFailure && struck() && seen.reported());
    }

    /** Returns a description of the trial, as the beginning of a sentence. */
    public String describe() {
        return call.name() + ": when " + where + " " + what + ", the call ended with " + seen.end();
    }
}
