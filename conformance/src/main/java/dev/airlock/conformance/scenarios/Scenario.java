package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.upstreams.script.UpstreamScript;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a connector and what is expected of it, as a file describes it.
 *
 * @param name the file's name without its ending
 * @param file where it is written
 * @param text the file's text
 * @param call what the connector is asked
 * @param surroundings what is given to the connector
 * @param expectation what has to come of it
 * @param budget what it may use
 */
public record Scenario(
        String name,
        Path file,
        String text,
        Asked call,
        Surroundings surroundings,
        Expectation expectation,
        Budget budget) {

    /**
     * What the connector is asked.
     *
     * @param op the operation
     * @param args its arguments
     * @param key the call's idempotency key
     * @param attempt which attempt it is, from 1
     */
    public record Asked(String op, ObjectNode args, String key, int attempt) {}

    /**
     * What the call finds: always the same, so that it comes to the same result and burns the same fuel.
     *
     * @param seed where its random numbers start
     * @param time what its clock says when it begins
     * @param limits limits that replace the manifest's own, in their units
     * @param upstream what answers its requests, and its made-up credentials
     * @param settings values of the connector's settings
     * @param recording a recorded call whose answers it gets instead, if it names one
     */
    public record Surroundings(
            long seed,
            Instant time,
            Map<LimitName, Long> limits,
            UpstreamScript upstream,
            Map<String, JsonNode> settings,
            Optional<Recording> recording) {
        /** Copies the maps. */
        public Surroundings {
            settings = Map.copyOf(settings);
            limits = Map.copyOf(limits);
        }
    }
}
