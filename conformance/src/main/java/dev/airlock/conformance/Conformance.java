package dev.airlock.conformance;

import dev.airlock.conformance.checks.Bench;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.Unexercised;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the checks of the list on a connector, one after the other. Nothing reaches the network, because a script answers.
 *
 * <pre>{@code
 * ConformanceReport report =
 *     Conformance.check(ConnectorUnderTest.of(manifest, module).answeredBy(script), result -> {});
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Conformance {
    private static final String NOT_LOADED = "The connector cannot be loaded.";

    private final Bench bench;
    private final KnownFailures known;

    private Conformance(Bench bench, KnownFailures known) {
        this.bench = bench;
        this.known = known;
    }

    /**
     * Prepares a connector for checks.
     *
     * @param known its known failures
     * @throws IOException if the scripted upstream cannot listen on the loopback interface
     */
    public static Conformance of(ConnectorUnderTest subject, KnownFailures known) throws IOException {
        return new Conformance(Bench.of(subject), known);
    }

    /**
     * Runs all checks on a connector without known failures.
     *
     * @param each receives each result as soon as it is known
     * @throws IOException if the scripted upstream cannot listen on the loopback interface
     */
    public static ConformanceReport check(ConnectorUnderTest subject, Consumer<CheckResult> each) throws IOException {
        return of(subject, KnownFailures.NONE).all(each);
    }

    /**
     * Runs all checks.
     *
     * @param each receives each result as soon as it is known
     */
    public ConformanceReport all(Consumer<CheckResult> each) {
        return these(List.of(Check.values()), each);
    }

    /**
     * Runs some checks, in the order of the list.
     *
     * @param each receives each result as soon as it is known
     */
    public ConformanceReport these(Collection<Check> checks, Consumer<CheckResult> each) {
        List<CheckResult> results = new ArrayList<>();
        checks.stream().sorted().distinct().forEach(check -> {
            CheckResult result = result(check);
            each.accept(result);
            results.add(result);
        });
        return new ConformanceReport(
                bench.subject().manifest().connector().reference().toString(), results, unexercised(checks));
    }

    /**
     * Returns what none of some checks can judge, because it never succeeds. Takes one call of each operation, so a user can know it before
     * the checks run.
     */
    public List<Unexercised> unexercised(Collection<Check> checks) {
        boolean isCalled = checks.stream().anyMatch(Check::startsFromWorkingCalls);
        return isCalled && bench.obstacles().isEmpty() ? bench.baselines().unexercised() : List.of();
    }

    /** Runs one check. Work that several checks need is done once, with the first of them. */
    public CheckResult result(Check check) {
        boolean possible = check.isOfTheFiles() || bench.obstacles().isEmpty();
        return new CheckResult(
                check, possible ? check.judge(bench) : new Judgement.NotApplicable(NOT_LOADED), known.reason(check));
    }
}
