package dev.airlock.conformance;

import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.failures.LimitName;
import dev.airlock.manifests.Operation;
import dev.airlock.upstreams.Disturbance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The working calls of all operations, each rehearsed once, for all checks that need one.
 *
 * @param all what was rehearsed
 * @param untried why some operations could not be, a sentence each
 * @param undisturbed every call that was made without anything going wrong, those of scenarios that are to fail included
 * @param idle whether the connector declares no operations
 * @param mayTalk whether it may talk to anybody
 */
record Rehearsals(
        List<Rehearsal> all, List<String> untried, List<Observation> undisturbed, boolean idle, boolean mayTalk) {
    /** A call that takes longer than this although no exchange does has no end of its own. */
    private static final long WALL_MILLIS = 10_000;

    private static final int MOST_TRIES = 4;

    Rehearsals {
        all = List.copyOf(all);
        untried = List.copyOf(untried);
        undisturbed = List.copyOf(undisturbed);
    }

    static Rehearsals of(Subject subject) {
        List<Rehearsal> all = new ArrayList<>();
        List<String> untried = new ArrayList<>();
        List<Observation> undisturbed = new ArrayList<>();
        try (Stage stage = new Stage(subject, setup(subject).compiledMeanwhile())) {
            Set<String> rehearsed = new HashSet<>();
            for (Operation operation : subject.manifest().operations()) {
                for (WorkingCall call : WorkingCall.of(subject, operation)) {
                    Observation usual = undisturbed(stage, call);
                    rehearsed.add(call.name());
                    undisturbed.add(usual);
                    if (works(usual)) {
                        all.add(Rehearsal.of(subject, stage, call, usual));
                    } else {
                        untried.add(call.name() + " does not work: it ended with " + usual.end());
                    }
                }
            }
            undisturbed.addAll(others(stage, subject.scenarios(), rehearsed));
        }
        return new Rehearsals(
                all,
                untried,
                undisturbed,
                subject.manifest().operations().isEmpty(),
                !subject.manifest().capabilities().grants().isEmpty());
    }

    /** On a machine that has more to do an answer may come too late; then the call is made again. */
    private static Observation undisturbed(Stage stage, WorkingCall call) {
        Observation seen = stage.call(call, Disturbance.NONE);
        for (int tries = 1; tries < MOST_TRIES && seen.wasUnreached(); tries++) {
            seen = stage.call(call, Disturbance.NONE);
        }
        return seen;
    }

    static Setup setup(Subject subject) {
        long wall = subject.manifest().limits().get(LimitName.WALL_TIME);
        return Setup.STANDARD
                .withPatience(subject.patience())
                .with(LimitName.WALL_TIME, Math.min(wall, WALL_MILLIS))
                .with(LimitName.FUEL, subject.manifest().limits().get(LimitName.FUEL));
    }

    /**
     * Whether there is something to learn from what goes wrong with a call: it succeeds, or it asks somebody, is answered by the script,
     * and has only the answer to complain of, which nobody knows who knows no scenario.
     */
    private static boolean works(Observation usual) {
        return usual.succeeded()
                || (!usual.requests().isEmpty()
                        && usual.complained()
                        && usual.requests().stream()
                                .allMatch(request -> request.rule().isPresent()));
    }

    private static List<Observation> others(Stage stage, List<Scenario> scenarios, Set<String> rehearsed) {
        return scenarios.stream()
                .map(WorkingCall::of)
                .filter(call -> !rehearsed.contains(call.name()))
                .map(call -> stage.call(call, Disturbance.NONE))
                .toList();
    }

    /** Judges the calls that send something; not exercised are those that could not be made, or where none of them sends anything. */
    Judgement judgeExchanges(Function<Rehearsal, Stream<String>> findings) {
        if (!mayTalk) {
            return new Judgement.NotApplicable("It may not talk to any host.");
        }
        if (!idle && untried.isEmpty() && all.stream().noneMatch(Rehearsal::sends)) {
            return new Judgement.NotExercised("None of its calls sent a request.");
        }
        return judge(findings);
    }

    /** Judges all working calls. */
    Judgement judge(Function<Rehearsal, Stream<String>> findings) {
        if (idle) {
            return new Judgement.NotApplicable("The manifest declares no operations that could be called.");
        }
        List<String> found = all.stream().flatMap(findings).distinct().toList();
        return found.isEmpty() && !untried.isEmpty()
                ? new Judgement.NotExercised(String.join(" ", untried))
                : Judgement.of(found);
    }
}
