package dev.airlock.conformance.checks;

import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.Setup;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.sandbox.engine.Tier;
import java.util.ArrayList;
import java.util.List;

/** Checks of the module, whatever the call. */
public final class ModuleChecks {
    private static final Judgement NO_OPERATIONS =
            new Judgement.NotApplicable("The manifest declares no operations that could be called.");

    private ModuleChecks() {}

    public static Judgement valid(Bench bench) {
        return Judgement.of(bench.obstacles().stream()
                .filter(failure -> failure.failureClass() != FailureClass.CAPABILITY_DENIED)
                .map(Failure::message)
                .toList());
    }

    public static Judgement importsDeclared(Bench bench) {
        return Judgement.of(bench.obstacles().stream()
                .filter(failure -> failure.failureClass() == FailureClass.CAPABILITY_DENIED)
                .map(Failure::message)
                .toList());
    }

    public static Judgement sameEachTime(Bench bench) {
        return same(bench, bench.standard(), bench.standard(), "Two equal calls of ");
    }

    public static Judgement sameOnBothEngines(Bench bench) {
        return same(
                bench,
                bench.standard().on(Tier.INTERPRETED),
                bench.standard().on(Tier.COMPILED),
                "On the two engines, ");
    }

    private static Judgement same(Bench bench, Setup first, Setup second, String what) {
        if (bench.operations().isEmpty()) {
            return NO_OPERATIONS;
        }
        List<Observation> once = bench.callEach(first);
        List<Observation> again = bench.callEach(second);
        List<String> findings = new ArrayList<>();
        List<String> untried = new ArrayList<>();
        for (int i = 0; i < once.size(); i++) {
            String call = once.get(i).call();
            if (once.get(i).wasStoppedByTime() || again.get(i).wasStoppedByTime()) {
                untried.add(
                        "The time limit ends " + call + " at a different point each time; it should end by itself.");
                continue;
            }
            CallComparison.difference(once.get(i), again.get(i))
                    .ifPresent(difference -> findings.add(what + call + " differed in " + difference + "."));
        }
        return Judgement.of(findings, untried);
    }
}
