package dev.airlock.conformance.trial;

import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.Setup;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.Operation;
import dev.airlock.upstreams.Disturbance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The trials of all operations' baseline calls, each run once for all checks that need it.
 *
 * @param all the trials
 * @param untried the reasons why some operations could not be tried, a sentence each
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

    private static final int MOST_TRIES = 4;

    public Trials {
        all = List.copyOf(all);
        untried = List.copyOf(untried);
        undisturbed = List.copyOf(undisturbed);
    }

    public static Trials of(ConnectorUnderTest subject) {
        List<Trial> all = new ArrayList<>();
        List<String> untried = new ArrayList<>();
        List<Observation> undisturbed = new ArrayList<>();
        try (TrialFixture stage = new TrialFixture(subject, setup(subject).compiledMeanwhile())) {
            Set<String> tried = new HashSet<>();
            for (Operation operation : subject.manifest().operations()) {
                for (BaselineCall call : BaselineCall.of(subject, operation)) {
                    Observation usual = undisturbed(stage, call);
                    tried.add(call.name());
                    undisturbed.add(usual);
                    if (works(usual)) {
                        all.add(Trial.of(subject, stage, call, usual));
                    } else {
                        untried.add(call.name() + " does not work: it ended with " + usual.end());
                    }
                }
            }
            undisturbed.addAll(others(stage, subject.scenarios(), tried));
        }
        return new Trials(
                all,
                untried,
                undisturbed,
                subject.manifest().operations().isEmpty(),
                !subject.manifest().capabilities().grants().isEmpty());
    }

    /** Makes a call without a fault. Repeats it if an answer came too late, which can happen on a busy machine. */
    private static Observation undisturbed(TrialFixture stage, BaselineCall call) {
        Observation seen = stage.call(call, Disturbance.NONE);
        for (int tries = 1; tries < MOST_TRIES && seen.wasUnreached(); tries++) {
            seen = stage.call(call, Disturbance.NONE);
        }
        return seen;
    }

    static Setup setup(ConnectorUnderTest subject) {
        long wall = subject.manifest().limits().get(LimitName.WALL_TIME);
        return Setup.STANDARD
                .withPatience(subject.patience())
                .with(LimitName.WALL_TIME, Math.min(wall, WALL_MILLIS))
                .with(LimitName.FUEL, subject.manifest().limits().get(LimitName.FUEL));
    }

    /**
     * Returns whether trials of a call can show anything. The call must succeed, or it must send requests that the script answers and
     * complain only about the answer, because the right answer is unknown without a scenario.
     */
    private static boolean works(Observation usual) {
        return usual.succeeded()
                || (!usual.requests().isEmpty()
                        && usual.complained()
                        && usual.requests().stream()
                                .allMatch(request -> request.rule().isPresent()));
    }

    private static List<Observation> others(TrialFixture stage, List<Scenario> scenarios, Set<String> tried) {
        return scenarios.stream()
                .map(BaselineCall::of)
                .filter(call -> !tried.contains(call.name()))
                .map(call -> stage.call(call, Disturbance.NONE))
                .toList();
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
        return found.isEmpty() && !untried.isEmpty()
                ? new Judgement.NotExercised(String.join(" ", untried))
                : Judgement.of(found);
    }
}
