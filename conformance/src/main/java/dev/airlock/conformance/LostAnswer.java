package dev.airlock.conformance;

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
record LostAnswer(WorkingCall call, long exchange, String what, Observation seen) {
    static List<LostAnswer> all(Stage stage, WorkingCall call, List<Long> exchanges) {
        List<LostAnswer> all = new ArrayList<>();
        for (long number : exchanges) {
            for (Mishap mishap : Mishap.LOST_ANSWERS) {
                all.add(new LostAnswer(
                        call, number, mishap.what(), stage.recover(call, FaultTrial.atExchange(number, mishap))));
            }
        }
        return all;
    }

    /** Returns a description of the trial, as the beginning of a sentence. */
    String describe() {
        return call.name() + ": when at exchange " + exchange + " " + what + ", ";
    }
}
