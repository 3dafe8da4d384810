package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.ScenarioBudget;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.upstreams.script.UpstreamScript;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a connector and its expected result, as described in a file, and the calls after it.
 *
 * @param name the file's name without its extension
 * @param file the file
 * @param text the file's text
 * @param call the call
 * @param surroundings the connector's surroundings
 * @param expectation the expected result
 * @param budget the fuel and memory that it may use
 * @param then the calls that are made after it, of the same connector, service and state
 */
public record Scenario(
        String name,
        Path file,
        String text,
        Asked call,
        Surroundings surroundings,
        Expectation expectation,
        ScenarioBudget budget,
        List<Then> then) {
    /** Copies the list. */
    public Scenario {
        then = List.copyOf(then);
    }

    /**
     * A call after the first.
     *
     * @param call the call
     * @param expectation its expected result
     */
    public record Then(Asked call, Expectation expectation) {}

    /**
     * The call.
     *
     * @param op the operation
     * @param args its arguments
     * @param key the call's idempotency key
     * @param attempt the number of the attempt, from 1
     */
    public record Asked(String op, ObjectNode args, String key, int attempt) {}

    /**
     * The surroundings of the call. They are always the same, so that the call has the same result and uses the same fuel.
     *
     * @param seed the seed of its random numbers
     * @param time the time of its clock at the start
     * @param limits limits that replace the manifest's own, in their units
     * @param upstream the script that answers its requests, with its made-up credentials
     * @param settings values of the connector's settings
     * @param state what the connector keeps when the call begins, by key
     * @param recording a recorded call that answers instead, if the scenario names one
     */
    public record Surroundings(
            long seed,
            Instant time,
            Map<LimitName, Long> limits,
            UpstreamScript upstream,
            Map<String, JsonNode> settings,
            Map<String, String> state,
            Optional<Recording> recording) {
        /** Copies the maps. */
        public Surroundings {
            settings = Map.copyOf(settings);
            state = Map.copyOf(state);
            limits = Map.copyOf(limits);
        }
    }
}
