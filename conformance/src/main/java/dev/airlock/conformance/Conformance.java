package dev.airlock.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Holds a connector against every check of the list, one after the other. Nothing reaches the network: a script answers.
 *
 * <pre>{@code
 * Report report = Conformance.check(Subject.of(manifest, module).answeredBy(script), result -> {});
 * }</pre>
 */
public final class Conformance {
    private static final String NOT_LOADED = "The connector cannot be loaded.";

    private Conformance() {}

    /**
     * Carries out all checks.
     *
     * @param each is told each result as soon as it is known
     * @throws IOException if the scripted upstream cannot listen on the loopback interface
     */
    public static Report check(Subject subject, Consumer<CheckResult> each) throws IOException {
        Bench bench = Bench.of(subject);
        List<CheckResult> results = new ArrayList<>();
        for (Check check : Check.values()) {
            boolean possible = check.isOfTheFiles() || bench.obstacles().isEmpty();
            CheckResult result =
                    new CheckResult(check, possible ? check.judge(bench) : new Judgement.NotApplicable(NOT_LOADED));
            each.accept(result);
            results.add(result);
        }
        return new Report(subject.manifest().connector().reference().toString(), results);
    }
}
