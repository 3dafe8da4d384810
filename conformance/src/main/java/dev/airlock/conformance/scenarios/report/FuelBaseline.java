package dev.airlock.conformance.scenarios.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fuel that each scenario used when the baseline was recorded, stored in {@code tests/fuel.json}.
 *
 * @param fuel the units by the scenario's name
 */
public record FuelBaseline(Map<String, Long> fuel) {
    /** The file's name in the folder of the scenarios. */
    public static final String FILE = "fuel.json";

    /** Copies the map. */
    public FuelBaseline {
        fuel = Map.copyOf(fuel);
    }

    /** Returns this baseline updated with the fuel of these results. */
    public FuelBaseline with(List<ScenarioResult> results) {
        Map<String, Long> all = new TreeMap<>(fuel);
        results.forEach(result ->
                all.put(result.scenario().name(), result.outcome().usage().fuel()));
        return new FuelBaseline(all);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read or is not a baseline
     * @throws MalformedJsonException if it is not JSON
     */
    public static FuelBaseline read(Path file) throws IOException, MalformedJsonException {
        JsonNode recorded = StrictJson.read(Files.readAllBytes(file)).path("fuel");
        if (!recorded.isObject()) {
            throw new IOException("no baseline");
        }
        Map<String, Long> fuel = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : recorded.properties()) {
            JsonNode units = entry.getValue();
            if (!units.isIntegralNumber() || !units.canConvertToLong() || units.longValue() < 0) {
                throw new IOException("no baseline");
            }
            fuel.put(entry.getKey(), units.longValue());
        }
        return new FuelBaseline(fuel);
    }

    /**
     * Writes the baseline to a file.
     *
     * @throws IOException if the file cannot be written
     */
    public void write(Path file) throws IOException {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode all = document.putObject("fuel");
        new TreeMap<>(fuel).forEach(all::put);
        Files.write(file, (StrictJson.writeIndented(document) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the result, as failed if it used too much more fuel than the baseline.
     *
     * @param percent the permitted increase in percent
     */
    public ScenarioResult check(ScenarioResult result, BigDecimal percent) {
        Long before = fuel.get(result.scenario().name());
        if (before == null) {
            return result;
        }
        BigDecimal most = BigDecimal.valueOf(before).multiply(BigDecimal.ONE.add(percent.movePointLeft(2)));
        long now = result.outcome().usage().fuel();
        return BigDecimal.valueOf(now).compareTo(most) <= 0
                ? result
                : result.with(Difference.of(
                        "fuel", "at most " + percent.toPlainString() + "% more than " + before, Long.toString(now)));
    }
}
