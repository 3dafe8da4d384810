package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.sandbox.metering.FuelSchedule;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import dev.airlock.sandbox.recording.json.EventJson;
import dev.airlock.sandbox.recording.json.RecordingJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a recording, which may be foreign or invalid. */
public final class RecordingReader {
    private static final int MOST_ATTEMPTS = 1_000;
    private static final String KIND = "airlock_recording";

    /** The part of one attempt that has been read. */
    private static final class Attempt {
        private final JsonNode asked;
        private final List<HostEvent> captured = new ArrayList<>();
        private final List<HostEvent> events = new ArrayList<>();

        Attempt(JsonNode asked) {
            this.asked = asked;
        }
    }

    private final byte[] bytes;
    private final List<Recording> attempts = new ArrayList<>();
    private RecordingFile.@Nullable Origin origin;
    private @Nullable Attempt open;
    private boolean isWhole;

    private RecordingReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the recording in a file.
     *
     * @throws BadRecordingException if it holds no reliable recording
     */
    public static RecordingFile read(byte[] bytes) throws BadRecordingException {
        if (bytes.length > RecordingFile.MOST_BYTES) {
            throw new BadRecordingException("is larger than " + (RecordingFile.MOST_BYTES >> 20) + " MiB");
        }
        return new RecordingReader(bytes).file();
    }

    private RecordingFile file() throws BadRecordingException {
        int start = 0;
        int number = 0;
        while (start < bytes.length && !isWhole) {
            int end = lineEnd(start);
            number++;
            line(start, end, number);
            start = end + 1;
        }
        if (!isWhole || origin == null) {
            throw new BadRecordingException("has no end; it was cut off, or is not a recording");
        }
        if (start < bytes.length) {
            throw new BadRecordingException("goes on after its end; it was altered");
        }
        if (attempts.isEmpty()) {
            throw new BadRecordingException("holds no call");
        }
        return new RecordingFile(origin, attempts);
    }

    private int lineEnd(int start) throws BadRecordingException {
        for (int at = start; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        throw new BadRecordingException("has no end; it was cut off, or is not a recording");
    }

    private void line(int start, int end, int number) throws BadRecordingException {
        try {
            JsonNode json = StrictJson.read(Arrays.copyOfRange(bytes, start, end));
            if (number == 1) {
                origin = origin(json);
            } else {
                part(json, start);
            }
        } catch (MalformedJsonException e) {
            throw new BadRecordingException(
                    number == 1
                            ? "is not a recording: its first line is not JSON"
                            : "has a line " + number + " that is not JSON");
        } catch (BadRecordingException e) {
            throw number == 1 ? e : new BadRecordingException(e.getMessage() + " (line " + number + ")");
        }
    }

    private static RecordingFile.Origin origin(JsonNode json) throws BadRecordingException {
        if (!json.path(KIND).isIntegralNumber()) {
            throw new BadRecordingException("is not a recording: its first line does not say " + KIND);
        }
        requireVersion(json, KIND, RecordingFile.VERSION, "has a format version that this Airlock does not read");
        requireVersion(
                json,
                "fuel_schedule",
                FuelSchedule.VERSION,
                "was made with another fuel schedule; record the call again");
        JsonNode connector = json.path("connector");
        Optional<ContentHash> module =
                ContentHash.parse(connector.path("module_hash").asText());
        if (module.isEmpty() || !connector.path("manifest").isTextual()) {
            throw new BadRecordingException("does not say which connector it is of");
        }
        RecordingFile.Origin origin = new RecordingFile.Origin(
                connector.path("manifest").textValue(), module.get(), settings(connector.path("settings")));
        if (!origin.manifestHash().text().equals(connector.path("manifest_hash").asText())) {
            throw new BadRecordingException("has a manifest that does not match; it was altered");
        }
        return origin;
    }

    private static Map<String, JsonNode> settings(JsonNode json) throws BadRecordingException {
        Map<String, JsonNode> settings = new TreeMap<>();
        for (Map.Entry<String, JsonNode> value : json.properties()) {
            if (!value.getValue().isValueNode() || value.getValue().isNull()) {
                throw new BadRecordingException("has an invalid setting");
            }
            settings.put(value.getKey(), value.getValue());
        }
        return settings;
    }

    private static void requireVersion(JsonNode json, String field, int version, String wrong)
            throws BadRecordingException {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() != version) {
            throw new BadRecordingException(wrong);
        }
    }

    private void part(JsonNode json, int start) throws BadRecordingException {
        Map.Entry<String, JsonNode> only = only(json);
        switch (only.getKey()) {
            case "asked" -> begin(only.getValue());
            case "captured" -> add(attempt().captured, only.getValue());
            case "event" -> add(attempt().events, only.getValue());
            case "end" -> end(only.getValue());
            case "sha256" -> close(only.getValue(), start);
            default -> throw new BadRecordingException("has a line that Airlock does not write");
        }
    }

    private static Map.Entry<String, JsonNode> only(JsonNode json) throws BadRecordingException {
        if (!json.isObject() || json.size() != 1) {
            throw new BadRecordingException("has a line that is not an object with one field");
        }
        return json.properties().iterator().next();
    }

    private void begin(JsonNode asked) throws BadRecordingException {
        if (open != null || attempts.size() >= MOST_ATTEMPTS) {
            throw new BadRecordingException("has an attempt within another, or too many attempts");
        }
        open = new Attempt(asked);
    }

    private Attempt attempt() throws BadRecordingException {
        if (open == null) {
            throw new BadRecordingException("has an event that belongs to no attempt");
        }
        return open;
    }

    private static void add(List<HostEvent> events, JsonNode json) throws BadRecordingException {
        if (events.size() >= Recorder.MOST_EVENTS) {
            throw new BadRecordingException("has more events than a call can have");
        }
        events.add(EventJson.read(json));
    }

    private void end(JsonNode json) throws BadRecordingException {
        Attempt attempt = attempt();
        attempts.add(new Recording(
                RecordingJson.readCall(attempt.asked),
                RecordingJson.limits(attempt.asked),
                attempt.captured,
                attempt.events,
                RecordingJson.end(json)));
        open = null;
    }

    private void close(JsonNode hash, int start) throws BadRecordingException {
        if (open != null) {
            throw new BadRecordingException("ends within an attempt; it was cut off");
        }
        if (!RecordingFile.hash(Arrays.copyOf(bytes, start)).hex().equals(hash.asText())) {
            throw new BadRecordingException("was altered");
        }
        isWhole = true;
    }
}
