package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.metering.FuelSchedule;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.EventJson;
import dev.airlock.sandbox.recording.json.RecordingJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** Writes recordings as lines of JSON. */
final class RecordingWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private RecordingWriter() {}

    /** Returns the whole file. */
    static byte[] write(RecordingFile file) {
        RecordingWriter writer = new RecordingWriter();
        writer.line(origin(file.origin()));
        file.attempts().forEach(writer::attempt);
        writer.line(
                "sha256",
                JsonNodeFactory.instance.textNode(
                        RecordingFile.hash(writer.out.toByteArray()).hex()));
        return writer.out.toByteArray();
    }

    private static ObjectNode origin(RecordingFile.Origin origin) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("airlock_recording", RecordingFile.VERSION)
                .put("fuel_schedule", FuelSchedule.VERSION);
        ObjectNode connector = json.putObject("connector");
        connector
                .put("module_hash", origin.moduleHash().text())
                .put("manifest_hash", origin.manifestHash().text())
                .put("manifest", origin.manifest());
        if (!origin.settings().isEmpty()) {
            new TreeMap<>(origin.settings()).forEach(connector.putObject("settings")::set);
        }
        return json;
    }

    private void attempt(Recording recording) {
        line("asked", RecordingJson.write(recording.asked(), recording.limits()));
        for (HostEvent event : recording.captured()) {
            line("captured", EventJson.write(event));
        }
        for (HostEvent event : recording.events()) {
            line("event", EventJson.write(event));
        }
        line("end", RecordingJson.write(recording.end()));
    }

    private void line(String kind, JsonNode value) {
        line(JsonNodeFactory.instance.objectNode().set(kind, value));
    }

    private void line(ObjectNode json) {
        out.writeBytes(StrictJson.write(json).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }
}
