package dev.airlock.conformance.checks;

import dev.airlock.conformance.trial.FaultTrial;
import dev.airlock.conformance.trial.Judgement;
import java.util.function.Predicate;

/** Checks of how a connector handles exchanges that fail. */
public final class FaultChecks {
    private FaultChecks() {}

    public static Judgement noFalseSuccess(Bench bench) {
        return judge(bench, FaultTrial::isFalseSuccess, ", without errors, and it sent no further request.");
    }

    public static Judgement rightClass(Bench bench) {
        return judge(bench, FaultTrial::isMisnamed, "");
    }

    public static Judgement noHang(Bench bench) {
        return judge(bench, FaultTrial::isEndless, "");
    }

    private static Judgement judge(Bench bench, Predicate<FaultTrial> wrong, String end) {
        return bench.trials()
                .judgeExchanges(trial -> trial.faults().stream().filter(wrong).map(played -> played.describe() + end));
    }
}
