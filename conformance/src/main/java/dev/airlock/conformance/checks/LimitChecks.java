package dev.airlock.conformance.checks;

import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import java.util.List;

/** Checks under tighter limits than usual. */
public final class LimitChecks {
    private static final long HALF = Limits.defaults().get(LimitName.MEMORY) / 2;

    private LimitChecks() {}

    public static Judgement halfMemory(Bench bench) {
        if (bench.operations().isEmpty()) {
            return new Judgement.NotApplicable("The manifest declares no operations that could be called.");
        }
        long asked = bench.subject().manifest().limits().get(LimitName.MEMORY);
        List<Observation> usual = bench.callEach(bench.standard());
        List<Observation> tight = bench.callEach(bench.standard().withMemory(Math.min(HALF, asked)));
        return Judgement.of(
                tight.stream()
                        .filter(LimitChecks::failed)
                        .filter(seen -> CallComparison.difference(usual.get(tight.indexOf(seen)), seen)
                                .isPresent())
                        .map(seen -> seen.call() + " ended with " + seen.end())
                        .toList(),
                usual.stream()
                        .filter(LimitChecks::failed)
                        .map(seen -> "It does not work with more memory either: " + seen.call() + " ended with "
                                + seen.end())
                        .toList());
    }

    private static boolean failed(Observation seen) {
        return seen.reachedALimit() || seen.broke();
    }
}
