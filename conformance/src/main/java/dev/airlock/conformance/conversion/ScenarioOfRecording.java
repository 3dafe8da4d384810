package dev.airlock.conformance.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.conversion.secrets.PlaceholderCredential;
import dev.airlock.conformance.conversion.secrets.Placeholders;
import dev.airlock.conformance.conversion.secrets.SecretSearch;
import dev.airlock.conformance.conversion.secrets.VolatileValues;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.RecordedExpectation;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Converts the last recorded attempt of a call to a scenario that passes against the connector that made it: the call, the answers to its
 * requests, and its outcome. Correct the outcome before you keep the scenario.
 */
public final class ScenarioOfRecording {
    private static final int MOST_PLACES = 50;

    private final RecordingFile file;
    private final Recording recording;
    private final ConnectorManifest manifest;
    private final RecordedState state;
    private final Placeholders values;
    private final VolatileValues volatileValues;
    private final ExchangeConverter exchanges;
    private final List<String> remarks = new ArrayList<>();

    private ScenarioOfRecording(RecordingFile file, ConnectorManifest manifest) {
        this.file = file;
        this.recording = file.attempts().get(file.attempts().size() - 1);
        this.manifest = manifest;
        this.state = RecordedState.of(recording);
        this.values =
                SecretSearch.in(recording, manifest.capabilities().credentials().words());
        this.volatileValues = VolatileValues.of(recording);
        this.exchanges = new ExchangeConverter(recording, manifest, values, volatileValues);
    }

    /** Returns the scenario of a recording, or the reasons why there is none. */
    public static ScenarioConversion of(RecordingFile file) {
        try {
            return new ScenarioOfRecording(file, file.origin().readManifest()).convert();
        } catch (BadRecordingException e) {
            return new ScenarioConversion.Untold(List.of(String.valueOf(e.getMessage())), false);
        }
    }

    private ScenarioConversion convert() {
        List<String> reasons = new ArrayList<>(Obstacles.of(recording, state));
        if (!reasons.isEmpty()) {
            return refuse(reasons);
        }
        String asked = callTable();
        exchanges.tell();
        if (!exchanges.reasons().isEmpty()) {
            return refuse(exchanges.reasons());
        }
        remarks.addAll(exchanges.remarks());
        LimitsToml limits = new LimitsToml(recording, manifest);
        if (limits.isHurried(recording)) {
            remarks.add("The call has less wall time than before, so that the test is not as slow as the service was.");
        }
        String expected = ExpectationToml.of(expectation());
        values.transformedPlaces().stream()
                .filter(place -> !place.contains(", request "))
                .map(place -> place + ": a secret was there in another form, such as base64; correct its replacement.")
                .forEach(remarks::add);
        String told = asked
                + limits.text()
                + settings()
                + state.toml(values)
                + bindings()
                + ExchangeToml.of(exchanges.all())
                + expected;
        return checked(head() + told);
    }

    private ScenarioConversion refuse(List<String> reasons) {
        boolean serves = recording.end().isComplete()
                && recording.end().cut().isEmpty()
                && !recording.end().outcome().has("cancelled");
        return new ScenarioConversion.Untold(reasons, serves);
    }

    /** Returns the scenario, unless it cannot be read back. */
    private ScenarioConversion checked(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > ScenarioReader.MOST_BYTES) {
            return refuse(List.of("got more data than a scenario file may hold, 16 MiB"));
        }
        return ScenarioReader.parse(Path.of("retold.toml"), "the scenario", text)
                        instanceof ScenarioReading.Invalid invalid
                ? refuse(List.of(
                        "does not fit into a scenario: " + invalid.problems().get(0)))
                : new ScenarioConversion.Told(text, values.places(), remarks);
    }

    private String callTable() {
        Recording.Asked asked = recording.asked();
        StringBuilder out = new StringBuilder();
        line(out, "op     ", TomlText.string(asked.op()));
        line(out, "args   ", TomlText.json(values.in("args", (JsonNode) asked.args())));
        line(out, "key    ", TomlText.string(values.in("key", asked.idempotencyKey())));
        line(out, "attempt", Integer.toString(asked.attempt()));
        if (volatileValues.drawsRandomNumbers()) {
            line(out, "seed   ", Long.toString(ScenarioReader.SEED));
        }
        volatileValues.begun().ifPresent(begun -> line(out, "time   ", TomlText.string(begun.toString())));
        return out.append('\n').toString();
    }

    private static void line(StringBuilder out, String key, String value) {
        out.append(key).append(" = ").append(value).append('\n');
    }

    private String settings() {
        return file.origin().settings().isEmpty()
                ? ""
                : new TreeMap<>(file.origin().settings())
                        .entrySet().stream()
                                .map(value -> value.getKey() + " = "
                                        + TomlText.inline(value.getValue())
                                                .orElseGet(() -> TomlText.json(value.getValue()))
                                        + "\n")
                                .collect(Collectors.joining("", "[settings]\n", "\n"));
    }

    /** Returns made-up credentials for those that the manifest declares, unless the call had none. */
    private String bindings() {
        boolean wasMissing = recording.events().stream()
                .anyMatch(event -> event.answer() instanceof HostAnswer.Ended ended
                        && ended.termination() instanceof Termination.BindingMissing);
        List<NamedCredential> declared = manifest.capabilities().credentials().all();
        return wasMissing || declared.isEmpty()
                ? ""
                : declared.stream()
                        .map(one -> one.word() + " = " + TomlText.string(PlaceholderCredential.of(one)) + "\n")
                        .collect(Collectors.joining("", "[bindings]\n", "\n"));
    }

    private Expectation expectation() {
        ObjectNode outcome =
                (ObjectNode) values.in("expect", (JsonNode) recording.end().outcome());
        Recording.End end = recording.end();
        Expectation came = RecordedExpectation.of(new Recording(
                recording.asked(),
                recording.limits(),
                List.of(),
                List.of(),
                new Recording.End(
                        outcome, end.fuel(), end.memoryPeakBytes(), end.cut(), end.isComplete(), end.isRedacted())));
        Optional<JsonNode> lasting = came.output().flatMap(this::lasting);
        boolean isTheSame = lasting.equals(came.output());
        if (!isTheSame) {
            remarks.add("expect/output: part of it differs each time, so only the rest is compared.");
        }
        return new Expectation(
                came.output().filter(output -> isTheSame),
                lasting.filter(output -> !isTheSame),
                List.of(),
                came.errors(),
                came.failure(),
                Optional.of(exchanges.all().stream()
                        .filter(exchange -> !exchange.isBeforeRequest())
                        .map(ConvertedExchange::expected)
                        .toList()),
                Map.of());
    }

    /**
     * Returns the parts of a value that are the same in each run; headers of the transport are not. A list is kept or dropped as a whole.
     */
    private Optional<JsonNode> lasting(JsonNode value) {
        if (!value.isObject()) {
            return Optional.of(value).filter(same -> !volatileValues.isIn(same.toString()));
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        value.properties().stream()
                .filter(member -> !exchanges.isOfTheTransport(member.getKey()))
                .forEach(member -> lasting(member.getValue()).ifPresent(same -> kept.set(member.getKey(), same)));
        return Optional.of(kept);
    }

    private String head() {
        Recording.Asked asked = recording.asked();
        List<String> lines = new ArrayList<>(List.of(
                "A recorded call as a scenario. [expect] has the recorded outcome: correct it to the right one.",
                "",
                "call      " + asked.op() + " of " + manifest.connector().reference(),
                "audit id  " + asked.auditId().value(),
                "module    " + file.origin().moduleHash().text(),
                "attempt   " + asked.attempt() + ", the last of "
                        + file.attempts().size() + " in the recording",
                "",
                "Arguments and answers are those of the call: look for personal data before you share this file."));
        if (!values.places().isEmpty()) {
            lines.add("");
            lines.add("Made-up values replace secrets, and values whose names sound secret:");
            values.places().stream().limit(MOST_PLACES).forEach(place -> lines.add("  " + place));
            if (values.places().size() > MOST_PLACES) {
                lines.add("  and " + (values.places().size() - MOST_PLACES) + " more");
            }
            lines.add("If the connector does more with a value than pass it on, correct the results.");
        }
        if (volatileValues.drawsRandomNumbers() || volatileValues.begun().isPresent()) {
            lines.add("");
            lines.add(
                    "The call asked for random numbers or the time. A scenario takes them from seed and time, so leave");
            lines.add("values that depend on them out of [expect].");
        }
        if (!remarks.isEmpty()) {
            lines.add("");
            lines.addAll(remarks);
        }
        StringBuilder head = new StringBuilder();
        lines.forEach(
                line -> head.append(("# " + Printable.of(line)).stripTrailing()).append('\n'));
        return head.append('\n').toString();
    }
}
