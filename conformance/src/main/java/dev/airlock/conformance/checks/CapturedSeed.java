package dev.airlock.conformance.checks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.SampleArguments;
import dev.airlock.conformance.session.Session;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.MentionedValues;
import dev.airlock.manifests.Operation;
import dev.airlock.sandbox.load.CapturedInputs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds values that come from random numbers drawn before the initial state was captured. It captures the state twice, with different
 * random sources, and makes two calls after each capture. Arguments, answers and time are the same in all four calls. So a value that both
 * calls after one capture give, although their keys and seeds differ, and that neither call after the other capture gives, comes from the
 * captured random numbers.
 */
public final class CapturedSeed {
    private static final long ONE_SEED = 1;
    private static final long OTHER_SEED = 2;

    private CapturedSeed() {}

    public static Judgement judge(Bench bench) {
        if (!bench.subject().manifest().reactorSnapshot()) {
            return new Judgement.NotApplicable("It has no snapshot.");
        }
        if (bench.operations().isEmpty()) {
            return new Judgement.NotApplicable("The manifest declares no operations that could be called.");
        }
        List<Capture> one = captures(bench, ONE_SEED);
        if (one.isEmpty()) {
            return new Judgement.NotApplicable("It draws no random numbers before its snapshot.");
        }
        List<Capture> other = captures(bench, OTHER_SEED);
        List<String> findings = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            one.get(i).capturedBeside(other.get(i)).stream()
                    .map(one.get(i)::finding)
                    .forEach(findings::add);
        }
        return Judgement.of(findings);
    }

    private static boolean isRandomCaptured(Session session) {
        return session.connector()
                .filter(connector -> connector.capturedInputs().contains(CapturedInputs.RANDOM))
                .isPresent();
    }

    /** Makes two calls of each operation after one capture. Returns none if no random numbers were drawn before the capture. */
    private static List<Capture> captures(Bench bench, long seed) {
        return bench.with(bench.standard().withSeed(seed), session -> {
            List<Capture> captures = new ArrayList<>();
            for (Operation operation : isRandomCaptured(session) ? bench.operations() : List.<Operation>of()) {
                ObjectNode args = SampleArguments.of(operation);
                captures.add(new Capture(session.call(operation.name(), args), session.call(operation.name(), args)));
            }
            return captures;
        });
    }

    /** Two calls of one operation after the same capture. */
    private record Capture(Observation first, Observation second) {
        Set<String> capturedBeside(Capture other) {
            Set<String> capturedInputs = new LinkedHashSet<>(MentionedValues.of(first));
            capturedInputs.retainAll(MentionedValues.of(second));
            capturedInputs.removeAll(MentionedValues.of(other.first));
            capturedInputs.removeAll(MentionedValues.of(other.second));
            return capturedInputs;
        }

        String finding(String value) {
            return "Two calls of " + first.call() + " both gave " + MentionedValues.shown(value)
                    + ", which comes from random numbers drawn before the snapshot.";
        }
    }
}
