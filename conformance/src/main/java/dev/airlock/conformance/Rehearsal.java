package dev.airlock.conformance;

import java.util.List;
import java.util.stream.LongStream;

/**
 * A working call, and what came of it when something went wrong.
 *
 * @param call the call
 * @param undisturbed what comes of it when nothing goes wrong
 * @param faults with one exchange going wrong at a time
 * @param lost with the answer to one request lost, and the call repeated by recovery
 * @param echoes with a service that sends back what it is sent
 * @param denials with something withheld that it needs
 * @param cancelled with the caller ending it
 */
record Rehearsal(
        WorkingCall call,
        Observation undisturbed,
        List<FaultTrial> faults,
        List<LostAnswer> lost,
        List<Echo> echoes,
        List<Denial> denials,
        List<CancelledCall> cancelled) {
    /** Of a call with very many exchanges only the first ones go wrong, and the last. */
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

    /** The numbers of the exchanges in which something goes wrong. */
    private static List<Long> exchanges(Observation undisturbed) {
        long count = undisturbed.requests().size();
        return LongStream.rangeClosed(1, count)
                .filter(number -> number < MOST_EXCHANGES || number == count)
                .boxed()
                .toList();
    }

    /** Whether it sends anything. */
    boolean sends() {
        return !undisturbed.requests().isEmpty();
    }
}
