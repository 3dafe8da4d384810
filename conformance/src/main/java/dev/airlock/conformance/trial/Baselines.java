package dev.airlock.conformance.trial;

import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.manifests.Operation;
import dev.airlock.upstreams.Disturbance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls that are expected to work, each made once without a fault.
 *
 * @param made the calls
 * @param others the calls of scenarios that expect a failure
 * @param mayTalk whether the connector may talk to any host
 */
public record Baselines(List<Made> made, List<Observation> others, boolean mayTalk) {
    private static final int MOST_TRIES = 4;

    /** Copies the lists. */
    public Baselines {
        made = List.copyOf(made);
        others = List.copyOf(others);
    }

    /**
     * A baseline call.
     *
     * @param seen the observation of the call
     */
    record Made(BaselineCall call, Observation seen) {
        /**
         * Returns whether trials of the call can find anything. The call must succeed, or it must send requests that the script answers and
         * complain only about the answer, because the right answer is unknown without a scenario.
         */
        boolean canBeTried() {
            return seen.succeeded()
                    || (!seen.requests().isEmpty()
                            && seen.complained()
                            && seen.requests().stream()
                                    .allMatch(request -> request.rule().isPresent()));
        }

        Unexercised unexercised() {
            return new Unexercised(call.name(), "It never succeeded: it ended with " + seen.end(), next());
        }

        private String next() {
            if (call.isOfScenario()) {
                return "Correct the connector, or the scenario, which expects a success.";
            }
            String file = call.op().matches("[A-Za-z0-9_-]+") ? call.op() : "first";
            return "Write a scenario in which it succeeds, tests/" + file + ".toml, with the line op = \"" + call.op()
                    + "\", its args, and an [[exchange]] for each of its requests.";
        }
    }

    /** Makes the calls. */
    public static Baselines of(ConnectorUnderTest subject) {
        List<Made> made = new ArrayList<>();
        List<Observation> others = new ArrayList<>();
        try (TrialFixture fixture = new TrialFixture(subject, Trials.setup(subject))) {
            Set<String> tried = new HashSet<>();
            for (Operation operation : subject.manifest().operations()) {
                for (BaselineCall call : BaselineCall.of(subject, operation)) {
                    tried.add(call.name());
                    made.add(new Made(call, undisturbed(fixture, call)));
                }
            }
            subject.scenarios().stream()
                    .filter(scenario ->
                            !tried.contains(BaselineCall.of(scenario).name()))
                    .map((Scenario scenario) -> fixture.call(BaselineCall.of(scenario), Disturbance.NONE))
                    .forEach(others::add);
        }
        return new Baselines(
                made, others, !subject.manifest().capabilities().grants().isEmpty());
    }

    /** Makes a call without a fault. Repeats it if an answer came too late, which can happen on a busy machine. */
    private static Observation undisturbed(TrialFixture fixture, BaselineCall call) {
        Observation seen = fixture.call(call, Disturbance.NONE);
        for (int tries = 1; tries < MOST_TRIES && seen.wasUnreached(); tries++) {
            seen = fixture.call(call, Disturbance.NONE);
        }
        return seen;
    }

    /** Returns what no check can judge; empty if every call succeeded, and a connector that may send requests sent one. */
    public List<Unexercised> unexercised() {
        List<Unexercised> never = made.stream()
                .filter(one -> !one.seen().succeeded())
                .map(Made::unexercised)
                .toList();
        if (never.isEmpty() && mayTalk && !made.isEmpty() && sendsNothing()) {
            return List.of(new Unexercised(
                    "requests",
                    "None of its calls sent a request, although its manifest grants a host.",
                    "Write a scenario in which it sends one, or remove the hosts from manifest.toml."));
        }
        return never;
    }

    private boolean sendsNothing() {
        return made.stream().allMatch(one -> one.seen().requests().isEmpty());
    }

    /** Returns every call without a fault. */
    List<Observation> undisturbed() {
        List<Observation> all = new ArrayList<>();
        made.forEach(one -> all.add(one.seen()));
        all.addAll(others);
        return all;
    }
}
