package dev.airlock.conformance;

import java.util.function.Predicate;

/** Checks of how a connector handles exchanges that fail. */
final class FaultChecks {
    private FaultChecks() {}

    static Judgement noFalseSuccess(Bench bench) {
        return judge(bench, FaultTrial::isFalseSuccess, ", without errors, and it sent no further request.");
    }

    static Judgement rightClass(Bench bench) {
        return judge(bench, FaultTrial::isMisnamed, "");
    }

    static Judgement noHang(Bench bench) {
        return judge(bench, FaultTrial::isEndless, "");
    }

    private static Judgement judge(Bench bench, Predicate<FaultTrial> wrong, String end) {
        return bench.rehearsals()
                .judgeExchanges(
                        rehearsal -> rehearsal.faults().stream().filter(wrong).map(trial -> trial.describe() + end));
    }
}
