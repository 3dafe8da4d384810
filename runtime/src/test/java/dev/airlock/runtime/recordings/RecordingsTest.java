package dev.airlock.runtime.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.LoadOutcome;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final Path COUNTS =
            Path.of(System.getProperty("airlock.root")).resolve("testdata/cli/counts");
    private static final String REQUEST = """
            {"event":{"fuel":7,"us":12,"call":"http_request","request":"{\\"url\\":\\"https://api.example.com/\\"}",\
            "answer":{"code":0,"status":200,"headers":[["a","b"]],"body":"x"},"seen":{"exchanges":[{"method":"GET",\
            "scheme":"https","host":"api.example.com:443","target":"/","number":1,"hop":0,"delivery":{"sent":true,\
            "key_in":["url"],"key_header":false,"address":"192.0.2.1","bytes_out":0,"bytes_in":1,"started_ms":0,"ms":3},\
            "result":{"circuit_open":{"status":503,"retry_after":"","should_retry":""},"retry_at":"2026-01-01T00:00:00Z"}}],\
            "started":1,"bytes_in":1,"bytes_out":0,"sent":true}}}""";

    @TempDir
    Path temp;

    @Test
    void anEmbedderRecordsCallsAndRepeatsThemWithoutTheirState() throws Exception {
        RecordingFile file = recorded();
        Recording recording = file.attempts().get(0);
        byte[] module = Recordings.in(temp).module(file.origin().moduleHash()).orElseThrow();

        for (Tier tier : Tier.values()) {
            Replay.Replayed replayed = new Replay(file.origin(), module, tier).run(recording);
            assertThat(replayed.isSame()).as(tier + " " + replayed.outcome()).isTrue();
        }
        assertThat(recording.events()).isNotEmpty();
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() throws Exception {
        RecordingFile file = recorded();

        assertThat(RecordingReader.read(RecordingWriter.write(file))).isEqualTo(file);
    }

    /** The author of a forged recording can also write its hash. */
    @Test
    void aRecordingThatSomebodyMadeUpIsReadOrRefusedAndNothingElse() throws Exception {
        List<String> lines = new ArrayList<>(new String(RecordingWriter.write(recorded()), StandardCharsets.UTF_8)
                .lines()
                .toList());
        lines.remove(lines.size() - 1);
        lines.add(2, REQUEST);
        assertThat(RecordingReader.read(sealed(lines)).attempts()).hasSize(1);
        SplittableRandom random = new SplittableRandom(17);
        int refused = 0;
        for (int round = 0; round < 2_000; round++) {
            List<String> bad = new ArrayList<>(lines);
            int line = random.nextInt(bad.size());
            bad.set(line, StrictJson.write(changed(StrictJson.read(bad.get(line)), random)));
            try {
                RecordingFile read = RecordingReader.read(sealed(bad));
                assertThat(read.attempts()).isNotEmpty();
            } catch (BadRecordingException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("Exception");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    @Test
    void aRecordingThatSomebodyMadeUpCannotRaiseALimitBeyondItsCeiling() throws Exception {
        List<String> lines = new ArrayList<>(new String(RecordingWriter.write(recorded()), StandardCharsets.UTF_8)
                .lines()
                .toList());
        lines.remove(lines.size() - 1);
        lines.replaceAll(line -> line.replaceAll("\"memory\":[0-9]+", "\"memory\":99999999999999"));

        assertThatThrownBy(() -> RecordingReader.read(sealed(lines)))
                .isInstanceOf(BadRecordingException.class)
                .hasMessageContaining("memory");
    }

    private static JsonNode changed(JsonNode node, SplittableRandom random) {
        List<ObjectNode> objects = new ArrayList<>();
        collect(node, objects);
        ObjectNode object = objects.get(random.nextInt(objects.size()));
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        if (names.isEmpty()) {
            return node;
        }
        String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(6)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(name, NullNode.instance);
            case 2 -> object.set(name, TextNode.valueOf("nonsense"));
            case 3 -> object.put(name, -1L);
            case 4 -> object.put(name, Long.MAX_VALUE);
            default -> object.set(name, JsonNodeFactory.instance.objectNode());
        }
        return node;
    }

    private static void collect(JsonNode node, List<ObjectNode> into) {
        if (node instanceof ObjectNode object) {
            into.add(object);
        }
        node.forEach(child -> collect(child, into));
    }

    private static byte[] sealed(List<String> lines) {
        String text = String.join("\n", lines) + "\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return (text + "{\"sha256\":\"" + RecordingFile.hash(bytes).hex() + "\"}\n").getBytes(StandardCharsets.UTF_8);
    }

    private RecordingFile recorded() throws IOException, BadRecordingException {
        byte[] manifest = Files.readAllBytes(COUNTS.resolve("manifest.toml"));
        byte[] module = Files.readAllBytes(COUNTS.resolve("connector.wasm"));
        List<IOException> unwritten = new ArrayList<>();
        LoadOptions options = LoadObservation.recorded(
                LoadOptions.standard().withTier(Tier.INTERPRETED),
                new FolderRecorder(
                        Recordings.in(temp),
                        RecordingFile.Origin.of(new ConnectorFiles(manifest, module)),
                        module,
                        call -> true,
                        unwritten::add));
        try (Airlock airlock = Airlock.builder().build()) {
            LoadOutcome.Loaded loaded = (LoadOutcome.Loaded) airlock.load(COUNTS, options);
            airlock.call(loaded.connector(), CallRequest.of("count", JsonNodeFactory.instance.objectNode()));
        }
        assertThat(unwritten).isEmpty();
        try (Stream<Path> files = Files.list(temp)) {
            Path file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
            return RecordingReader.read(Files.readAllBytes(file));
        }
    }
}
