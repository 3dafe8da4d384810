package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.Observation;
import java.util.ArrayList;
import java.util.List;

/**
 * A call that lost one answer after the service had carried out the request. Recovery repeated it where that is permitted.
 *
 * @param call the call
 * @param exchange the exchange whose answer was lost
 * @param what the fault that lost it, in words
 * @param seen the observation of the call, with the requests of all attempts
 */
public record LostAnswerTrial(BaselineCall call, long exchange, String what, Observation seen) {
    static List<LostAnswerTrial> all(TrialFixture stage, BaselineCall call, List<Long> exchanges) {
        List<LostAnswerTrial> all = new ArrayList<>();
        for (long number : exchanges) {
            for (TrialFault fault : TrialFault.LOST_ANSWERS) {
                all.add(new LostAnswerTrial(
                        call, number, fault.what(), stage.recover(call, FaultTrial.atExchange(number, fault))));
            }
        }
        return all;
    }

    /** Returns a description of the trial, as the beginning of a sentence. */
    public String describe() {
        return call.name() + ": when at exchange " + exchange + " " + what + ", ";
    }
}
