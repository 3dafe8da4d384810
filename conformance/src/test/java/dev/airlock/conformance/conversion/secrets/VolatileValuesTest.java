package dev.airlock.conformance.conversion.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.conformance.conversion.AlteredRecording;
import dev.airlock.conformance.conversion.RecordedRun;
import dev.airlock.conformance.conversion.ScenarioConversion;
import dev.airlock.conformance.conversion.ScenarioOfRecording;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.ObservedTraffic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request or an output that differs in each run is not expected, and its place is named. */
class VolatileValuesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:34:56.789Z");
    private static final byte[] RANDOM = HexFormat.of().parseHex("c0ffee1234567890c0ffee1234567890");

    private static AlteredRecording call() {
        return new AlteredRecording(RecordedRun.of("testdata/cli/errands").record("""
                op = "run"
                args = { errands = [{ method = "POST", path = "/a", key = "body" }] }
                key = "order-17"
                [[exchange]]
                respond = { status = 200, body = '{"n":1}' }
                """));
    }

    private static RecordingFile volatileValues(RecordingFile recording) {
        long nanos = NOW.getEpochSecond() * 1_000_000_000L + NOW.getNano();
        return new AlteredRecording(recording)
                .after(
                        event(new HostQuery.RandomBytes(16), new HostAnswer.Bytes(Optional.of(new ByteString(RANDOM)))),
                        event(new HostQuery.Time(HostQuery.Clock.REALTIME), new HostAnswer.Whole(nanos)));
    }

    private static HostEvent event(HostQuery question, HostAnswer answer) {
        return new HostEvent(1, 2_000, question, answer, ObservedTraffic.NOTHING);
    }

    private static HostQuery body(String body) {
        return new HostQuery.Http(new ByteString(("{\"method\":\"POST\",\"url\":\"https://api.example.com/a\",\"body\":"
                        + JsonNodeFactory.instance.textNode(body) + "}")
                .getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id=c0ffee12-3456-4890-80ff-ee1234567890",
                "C0FFEE1234567890",
                "nonce:wP/uEjRW",
                "at 1795955696789 ms",
                "2026-11-29T12:34:57Z",
                "Sun, 29 Nov 2026 12:34:56 GMT"
            })
    void leavesOutABodyThatHoldsThem(String body) {
        assertThat(Base64.getEncoder().encodeToString(RANDOM)).startsWith("wP/uEjRW");
        assertThat(NOW.toEpochMilli()).isEqualTo(1795955696789L);

        ScenarioConversion.Told told = told(volatileValues(call().requesting(0, body(body))));

        assertThat(told.text()).doesNotContain(body).contains("time    = \"2026-11-29T12:34:56.787Z\"", "seed    = 1");
        assertThat(told.remarks())
                .containsExactly("exchange 1, request body: it differs each time, so it is not compared.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-29", "n=1795", "order-17", "c0ffee"})
    void keepsABodyThatHoldsNone(String body) {
        ScenarioConversion.Told told = told(volatileValues(call().requesting(0, body(body))));

        assertThat(told.text()).contains("body = '" + body + "'");
        assertThat(told.remarks()).isEmpty();
    }

    @Test
    void keepsWhatTheServiceSaid() {
        String said = "{\"id\":\"c0ffee12\",\"at\":\"2026-11-29T12:34:56Z\"}";
        HostAnswer.Response response = new HostAnswer.Response(200, java.util.List.of(), octets(said));
        RecordingFile answered = call().answering(0, new HostAnswer.Http(0, Optional.of(response), Optional.empty()));

        ScenarioConversion.Told told = told(volatileValues(new AlteredRecording(answered).requesting(0, body(said))));

        assertThat(told.remarks()).isEmpty();
    }

    @Test
    void looksAtTheRestOfAnOutput() {
        RecordingFile recording = call().termination(end -> AlteredRecording.of(
                end,
                JsonNodeFactory.instance
                        .objectNode()
                        .set(
                                "output",
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put("n", 1)
                                        .put("id", "c0ffee1234567890"))));

        ScenarioConversion.Told told = told(volatileValues(recording));

        assertThat(told.text()).contains("output_contains = { n = 1 }\n").doesNotContain("c0ffee");
        assertThat(told.remarks()).singleElement().asString().startsWith("expect/output: ");
    }

    private static ByteString octets(String text) {
        return new ByteString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ScenarioConversion.Told told(RecordingFile recording) {
        return (ScenarioConversion.Told) ScenarioOfRecording.of(recording);
    }
}
