package dev.airlock.conformance;

/** Checks of calls that their caller cancels. */
final class CancellationChecks {
    private CancellationChecks() {}

    static Judgement ends(Bench bench) {
        return bench.rehearsals()
                .judge(rehearsal -> rehearsal.cancelled().stream().flatMap(call -> call.findings().stream()));
    }
}
