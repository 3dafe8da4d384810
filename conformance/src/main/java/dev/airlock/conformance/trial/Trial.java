package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
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
public record Trial(
        BaselineCall call,
        Observation undisturbed,
        List<FaultTrial> faults,
        List<LostAnswerTrial> lost,
        List<EchoTrial> echoes,
        List<DenialTrial> denials,
        List<CancellationTrial> cancelled) {
    /** The most exchanges that get a fault; in a longer call these are the first ones and the last. */
    private static final int MOST_EXCHANGES = 4;

    public Trial {
        faults = List.copyOf(faults);
        lost = List.copyOf(lost);
        echoes = List.copyOf(echoes);
        denials = List.copyOf(denials);
        cancelled = List.copyOf(cancelled);
    }

    static Trial of(ConnectorUnderTest subject, TrialFixture stage, BaselineCall call, Observation undisturbed) {
        List<Long> exchanges = exchanges(undisturbed);
        return new Trial(
                call,
                undisturbed,
                FaultTrial.all(stage, call, undisturbed, exchanges),
                LostAnswerTrial.all(stage, call, exchanges),
                exchanges.isEmpty() ? List.of() : EchoTrial.all(stage, call),
                DenialTrial.all(subject, stage, call, undisturbed),
                CancellationTrial.all(stage, call, undisturbed, exchanges));
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
