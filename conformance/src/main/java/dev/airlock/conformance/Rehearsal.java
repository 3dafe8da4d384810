package dev.airlock.conformance;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The trials of a baseline call.
 *
 * @param call the call
 * @param undisturbed the observation without a fault
 * @param faults the trials with one faulty exchange at a time
 * @param lost the trials in which one answer is lost and recovery repeats the call
 * @param echoes the trials against a service that echoes each request
 * @param denials the trials in which something is withheld that the call needs
 * @param cancelled the trials in which the caller cancels the call
 */
record Rehearsal(
        WorkingCall call,
        Observation undisturbed,
        List<FaultTrial> faults,
        List<LostAnswer> lost,
        List<Echo> echoes,
        List<Denial> denials,
        List<CancelledCall> cancelled) {
    /** The most exchanges that get a fault; in a longer call these are the first ones and the last. */
    private static final int MOST_EXCHANGES = 4;

    Rehearsal {
        faults = List.copyOf(faults);
        lost = List.copyOf(lost);
        echoes = List.copyOf(echoes);
        denials = List.copyOf(denials);
        cancelled = List.copyOf(cancelled);
    }

    static Rehearsal of(Subject subject, Stage stage, WorkingCall call, Observation undisturbed) {
        List<Long> exchanges = exchanges(undisturbed);
        return new Rehearsal(
                call,
                undisturbed,
                FaultTrial.all(stage, call, undisturbed, exchanges),
                LostAnswer.all(stage, call, exchanges),
                exchanges.isEmpty() ? List.of() : Echo.all(stage, call),
                Denial.all(subject, stage, call, undisturbed),
                CancelledCall.all(stage, call, undisturbed, exchanges));
    }

    /** Returns the numbers of the exchanges that get a fault. */
    private static List<Long> exchanges(Observation undisturbed) {
        long count = undisturbed.requests().size();
        return LongStream.rangeClosed(1, count)
                .filter(number -> number < MOST_EXCHANGES || number == count)
                .boxed()
                .toList();
    }

    /** Returns whether the call sends a request. */
    boolean sends() {
        return !undisturbed.requests().isEmpty();
    }
}
