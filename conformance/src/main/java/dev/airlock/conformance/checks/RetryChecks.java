package dev.airlock.conformance.checks;

import dev.airlock.conformance.trial.Effects;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.LostAnswerTrial;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.stream.Stream;

/** Checks of repetitions after a lost answer. */
public final class RetryChecks {
    private RetryChecks() {}

    public static Judgement oneEffect(Bench bench) {
        return bench.trials()
                .judgeExchanges(trial -> trial.lost().stream()
                        .flatMap(lost -> twice(trial.undisturbed().requests(), lost)));
    }

    private static Stream<String> twice(List<RecordedRequest> usual, LostAnswerTrial trial) {
        return new Effects(trial.call().key())
                .moreThan(usual, trial.seen().requests()).stream()
                        .map(thing -> trial.describe() + thing
                                + " takes effect twice: the repeated request does not carry the same"
                                + " idempotency key. Send the call's key, whole and unchanged, or declare the operation"
                                + " idempotent = false.");
    }

    public static Judgement sameRequest(Bench bench) {
        return bench.trials()
                .judgeExchanges(
                        trial -> trial.lost().stream()
                                .flatMap(
                                        lost -> new Effects(lost.call().key())
                                                .changed(lost.seen().requests()).stream()
                                                        .map(
                                                                thing -> lost.describe() + thing
                                                                        + " is repeated under the same key with other content, which services refuse.")));
    }
}
