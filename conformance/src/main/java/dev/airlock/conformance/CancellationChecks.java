package dev.airlock.conformance;

/** Checks of how a call ends when its caller ends it. */
final class CancellationChecks {
    private CancellationChecks() {}

    static Judgement ends(Bench bench) {
        return bench.rehearsals()
                .judge(rehearsal -> rehearsal.cancelled().stream().flatMap(call -> call.findings().stream()));
    }
}
