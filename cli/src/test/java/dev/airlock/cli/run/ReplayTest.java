package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static final String SAMPLES = "../../sample-connectors/";

    @TempDir
    Path temp;

    private CommandRun command;

    @BeforeEach
    void makeAHome() {
        command = CommandRun.standard().home(temp.resolve("home"));
    }

    private CommandRun command() {
        return command;
    }

    private Path file() {
        return temp.resolve("call.jsonl");
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                arguments(0, sample("issue-tracker-go", "list_issues", "project=lighthouse")),
                arguments(0, sample("issue-tracker-go/reactor", "list_issues", "project=lighthouse")),
                arguments(0, sample("chat-post-rust", "post_message", "channel_id=7 text=hello")),
                arguments(1, sample("chat-post-rust", "post_message", "channel_id=7 text=forbidden")),
                arguments(
                        0,
                        sample("payment-rail-c", "charge_card", "card_token=tok_visa amount_minor=1250 currency=EUR")),
                arguments(0, sample("lookup-assemblyscript", "find_country", "code=CI")),
                arguments(0, List.of("fetch", "go", "--upstream", "fetch/upstream.toml")),
                arguments(1, List.of("fetch", "go", "--upstream", "fetch/stall.toml", "--wall", "300ms")),
                arguments(1, List.of("fetch-other-host", "go", "--upstream", "fetch/upstream.toml")),
                arguments(
                        1,
                        List.of("errands", "run", "--args", "@errands/errand.json", "--upstream", "errands/down.toml")),
                arguments(0, List.of("counts", "count")),
                arguments(1, List.of("traps", "go")),
                arguments(1, List.of("divides", "go")),
                arguments(0, List.of("nasty", "go")),
                arguments(0, List.of("reactor", "go")),
                arguments(1, List.of("sleep", "go", "--wall", "300ms")),
                arguments(1, List.of("loop", "go", "--wall", "300ms")),
                arguments(1, List.of("loop", "go", "--fuel", "100000")));
    }

    private static List<String> sample(String folder, String op, String args) {
        List<String> words = new ArrayList<>(List.of(SAMPLES + folder, op));
        for (String arg : args.split(" ")) {
            words.addAll(List.of("--arg", arg));
        }
        String root = folder.split("/")[0];
        words.addAll(List.of("--upstream", SAMPLES + root + "/upstream.toml"));
        return words;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void comesToTheSameOutcomeWithTheSameFuelOnBothEngines(int exitCode, List<String> call) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(call);
        words.addAll(List.of("--record-to", file().toString(), "--engine", "interpreted"));
        CommandRun.Result run = command().with(words);
        assertThat(run.exitCode()).as(run.all()).isEqualTo(exitCode);
        assertThat(run.err()).contains("recorded: airlock replay ");
        for (String engine : List.of("interpreted", "compiled")) {
            CommandRun.Result replay =
                    command().with("replay", file().toString(), "--engine", engine, "--trace", "--json");
            assertThat(replay.json().path("same").booleanValue())
                    .as(engine + replay.all())
                    .isTrue();
            assertThat(replay.exitCode()).isZero();
        }
    }

    @Test
    void findsACallByItsAuditIdAndShowsWhatItAskedInTime() throws IOException {
        CommandRun.Result run = command().with("run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--record");
        Path recording = only(temp.resolve("home/recordings"));
        String id = recording.getFileName().toString().replace(".jsonl", "");

        CommandRun.Result replay = command().with("replay", id, "--trace");

        assertThat(run.err()).contains("recorded: airlock replay " + id);
        assertThat(replay.exitCode()).as(replay.all()).isZero();
        assertThat(replay.out())
                .containsPattern("http_request +GET https://api.example.com/.* → 200, [0-9]+ bytes in [0-9]+ ms")
                .contains("attempt 1: the same outcome, the same fuel (");
        assertThat(Files.getPosixFilePermissions(recording)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void repeatsEveryAttemptOfACallThatWasRetried() {
        CommandRun.Result run = command()
                .with(
                        "run",
                        "errands",
                        "run",
                        "--args",
                        "@errands/errand.json",
                        "--upstream",
                        "errands/blip.toml",
                        "--retry",
                        "--retry-backoff",
                        "fixed:10ms",
                        "--record-to",
                        file().toString());
        CommandRun.Result replay = command().with("replay", file().toString(), "--json");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(replay.exitCode()).as(replay.all()).isZero();
        assertThat(replay.json().path("attempts")).hasSize(2);
        assertThat(replay.json().at("/attempts/0/recorded_outcome/error").isObject())
                .isTrue();
    }

    @Test
    void saysHowToRecordACallThatWasNot() {
        CommandRun.Result replay = command().with("replay", "audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f");

        assertThat(replay.exitCode()).isEqualTo(2);
        assertThat(replay.err()).contains("was not recorded here").contains("airlock run DIR OP --record");
    }

    @Test
    void replaysOnlyWithTheModuleThatTheRecordingWasMadeWith() throws IOException {
        record();
        CommandRun.Result other = command().with("replay", file().toString(), "--connector", "echo");
        CommandRun.Result same = command().with("replay", file().toString(), "--connector", "fetch");
        CommandRun elsewhere = CommandRun.standard().home(temp.resolve("empty"));
        CommandRun.Result missing = elsewhere.with("replay", file().toString());

        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("made with another module, sha256:");
        assertThat(same.exitCode()).as(same.all()).isZero();
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("--connector DIR");
    }

    @Test
    void saysWhereACallLeavesItsRecording() throws Exception {
        record();
        replaceInRecording("/greeting", "/farewell");

        CommandRun.Result replay = command().with("replay", file().toString());

        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out())
                .contains("left the recording at event 1, after ")
                .contains("it asked http_request (GET https://api.example.com/greeting)")
                .contains("the recording has http_request (GET https://api.example.com/farewell)");
    }

    @Test
    void tellsAnAnswerThatWasChangedFromTheOneThatWasRecorded() throws Exception {
        record();
        replaceInRecording("\\\\\"hello\\\\\"", "\\\\\"olleh\\\\\"");

        CommandRun.Result replay = command().with("replay", file().toString());

        assertThat(replay.exitCode()).as(replay.all()).isEqualTo(1);
        assertThat(replay.out()).contains("another outcome");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "nonsense\n", "{\"airlock_recording\":2}\n", "{\"airlock_recording\":1}\n", "[]\n"})
    void refusesWhatIsNoRecording(String text) throws IOException {
        Files.writeString(file(), text);

        CommandRun.Result replay = command().with("replay", file().toString());

        assertThat(replay.exitCode()).isEqualTo(2);
        assertThat(replay.err()).startsWith("airlock: The recording ");
    }

    @Test
    void refusesARecordingThatWasCutOffOrAltered() throws IOException {
        record();
        byte[] whole = Files.readAllBytes(file());
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < 60; round++) {
            byte[] bad = round % 2 == 0
                    ? java.util.Arrays.copyOf(whole, random.nextInt(whole.length))
                    : flipped(whole, random.nextInt(whole.length));
            Files.write(file(), bad);
            CommandRun.Result replay = command().with("replay", file().toString());
            assertThat(replay.exitCode()).as("round " + round + replay.all()).isEqualTo(2);
            assertThat(replay.err()).startsWith("airlock: The recording ").doesNotContain("Exception");
        }
    }

    private static byte[] flipped(byte[] whole, int at) {
        byte[] bad = whole.clone();
        bad[at] ^= 1;
        return bad;
    }

    @Test
    void holdsNoSecretInAnyForm() throws IOException {
        CommandRun.Result run = command()
                .with(
                        "run",
                        SAMPLES + "chat-post-rust",
                        "post_message",
                        "--arg",
                        "channel_id=7",
                        "--arg",
                        "text=leaks sample-chat-token here",
                        "--upstream",
                        SAMPLES + "chat-post-rust/upstream.toml",
                        "--record-to",
                        file().toString());
        String text = Files.readString(file());

        assertThat(run.err()).contains("a secret was removed");
        assertThat(text)
                .doesNotContain("sample-chat-token")
                .doesNotContain(
                        Base64.getEncoder().encodeToString("sample-chat-token".getBytes(StandardCharsets.UTF_8)))
                .contains("[redacted]");
    }

    @Test
    void recordsWhatTheSchemaDescribes() throws IOException {
        record();
        for (String line : Files.readAllLines(file())) {
            assertThat(Schemas.problems("recording.schema.json", line)).as(line).isEmpty();
        }
    }

    @Test
    void takesTheWorldsPlaceInAScenarioOfAnotherBuild() throws IOException {
        Path connector = copy("fetch");
        CommandRun inTemp = command().in(temp);
        Files.createDirectories(connector.resolve("tests"));
        CommandRun.Result run = inTemp.with(
                "run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--record-to", "fetch/tests/call.jsonl");
        Files.writeString(connector.resolve("tests/recorded.toml"), "recording = \"call.jsonl\"\n");

        CommandRun.Result same = inTemp.with("test", "fetch");
        Files.copy(
                CommandRun.CONNECTORS.resolve("hello/connector.wasm"),
                connector.resolve("connector.wasm"),
                StandardCopyOption.REPLACE_EXISTING);
        CommandRun.Result another = inTemp.with("test", "fetch");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(same.exitCode()).as(same.all()).isZero();
        assertThat(same.out()).contains("ok   recorded").contains("1 passed, 0 failed");
        assertThat(another.exitCode()).as(another.all()).isEqualTo(1);
        assertThat(another.out()).contains("recording").contains("http_request (GET https://api.example.com/greeting)");
    }

    @Test
    void saysWhatCannotStandBesideARecordingInAScenario() throws IOException {
        Path connector = copy("fetch");
        Files.createDirectories(connector.resolve("tests"));
        Files.writeString(connector.resolve("tests/recorded.toml"), "recording = \"nowhere.jsonl\"\nseed = 1\n");

        CommandRun.Result result = command().in(temp).with("test", "fetch");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("fetch/tests/recorded.toml:1:1: the recording cannot be read")
                .contains("seed is set together with recording");
    }

    private Path copy(String connector) throws IOException {
        Path copy = Files.createDirectories(temp.resolve(connector));
        for (String file : List.of("manifest.toml", "connector.wasm", "upstream.toml")) {
            Files.copy(CommandRun.CONNECTORS.resolve(connector).resolve(file), copy.resolve(file));
        }
        return copy;
    }

    private void record() {
        CommandRun.Result run = command()
                .with("run", "fetch", "go", "--upstream", "fetch/upstream.toml", "--record-to", file().toString());
        assertThat(run.exitCode()).as(run.all()).isZero();
    }

    /** Alters the events and rewrites the end, as a deliberate forger would. */
    private void replaceInRecording(String regex, String by) throws IOException, MalformedJsonException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file()));
        lines.remove(lines.size() - 1);
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            JsonNode json = StrictJson.read(line);
            text.append(json.has("event") ? line.replaceAll(regex, by) : line).append('\n');
        }
        String hash = dev.airlock.runtime.recordings.RecordingFile.hash(
                        text.toString().getBytes(StandardCharsets.UTF_8))
                .hex();
        Files.writeString(file(), text + "{\"sha256\":\"" + hash + "\"}\n");
    }

    private static Path only(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }
}
