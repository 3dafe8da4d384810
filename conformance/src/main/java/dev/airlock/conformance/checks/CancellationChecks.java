package dev.airlock.conformance.checks;

import dev.airlock.conformance.trial.Judgement;

/** Checks of calls that their caller cancels. */
public final class CancellationChecks {
    private CancellationChecks() {}

    public static Judgement ends(Bench bench) {
        return bench.trials().judge(trial -> trial.cancelled().stream().flatMap(call -> call.findings().stream()));
    }
}
