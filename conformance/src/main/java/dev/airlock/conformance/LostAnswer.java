package dev.airlock.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A call of which one answer was lost after the service had done what it was asked, and that recovery repeated if it may be.
 *
 * @param call the call
 * @param exchange whose answer was lost
 * @param what how
 * @param seen what came of it, with the requests of all attempts
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

    /** The trial, as the beginning of a sentence. */
    String describe() {
        return call.name() + ": when at exchange " + exchange + " " + what + ", ";
    }
}
