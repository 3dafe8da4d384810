package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.Setup;
import dev.airlock.failures.limit.LimitName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trials of all operations' baseline calls, each run once for all checks that need it.
 *
 * @param all the trials
 * @param untried the calls that never succeeded, by their names
 * @param undisturbed every call without a fault, including those of scenarios that expect a failure
 * @param idle whether the connector declares no operations
 * @param mayTalk whether it may talk to any host
 */
public record Trials(
        List<Trial> all, List<String> untried, List<Observation> undisturbed, boolean idle, boolean mayTalk) {
    /**
     * The wall time limit of a trial, in milliseconds. A call that takes longer although none of its exchanges does would not end by
     * itself.
     */
    private static final long WALL_MILLIS = 10_000;

    public Trials {
        all = List.copyOf(all);
        untried = List.copyOf(untried);
        undisturbed = List.copyOf(undisturbed);
    }

    /** Runs the trials of the calls of which they can show anything. */
    public static Trials of(ConnectorUnderTest subject, Baselines baselines) {
        List<Trial> all = new ArrayList<>();
        try (TrialFixture fixture = new TrialFixture(subject, setup(subject).compiledMeanwhile())) {
            for (Baselines.Made made : baselines.made()) {
                if (made.canBeTried()) {
                    all.add(Trial.of(subject, fixture, made.call(), made.seen()));
                }
            }
        }
        return new Trials(
                all,
                baselines.made().stream()
                        .filter(made -> !made.seen().succeeded())
                        .map(made -> made.call().name())
                        .toList(),
                baselines.undisturbed(),
                baselines.made().isEmpty(),
                baselines.mayTalk());
    }

    static Setup setup(ConnectorUnderTest subject) {
        long wall = subject.manifest().limits().get(LimitName.WALL_TIME);
        return Setup.standard(subject)
                .withPatience(subject.patience())
                .with(LimitName.WALL_TIME, Math.min(wall, WALL_MILLIS))
                .with(LimitName.FUEL, subject.manifest().limits().get(LimitName.FUEL));
    }

    /** Judges the calls that send requests. The judgement is "not exercised" if calls could not be made, or if none sends a request. */
    public Judgement judgeExchanges(Function<Trial, Stream<String>> findings) {
        if (!mayTalk) {
            return new Judgement.NotApplicable("It may not talk to any host.");
        }
        if (!idle && untried.isEmpty() && all.stream().noneMatch(Trial::sends)) {
            return new Judgement.NotExercised("None of its calls sent a request.");
        }
        return judge(findings);
    }

    /** Judges all baseline calls. */
    public Judgement judge(Function<Trial, Stream<String>> findings) {
        if (idle) {
            return new Judgement.NotApplicable("The manifest declares no operations that could be called.");
        }
        List<String> found = all.stream().flatMap(findings).distinct().toList();
        return found.isEmpty() && !untried.isEmpty() ? new Judgement.NotExercised(notExercised()) : Judgement.of(found);
    }

    /** Returns which calls were not exercised, and which were. The reasons are in the report once, for all checks. */
    public String notExercised() {
        String tried = all.stream()
                .map(trial -> trial.call().name())
                .filter(name -> !untried.contains(name))
                .collect(Collectors.joining(", "));
        return "Not exercised: " + String.join(", ", untried) + "."
                + (tried.isEmpty() ? "" : " Nothing was found with " + tried + ".");
    }
}
