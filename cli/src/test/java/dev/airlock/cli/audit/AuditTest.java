package dev.airlock.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.AirlockCommand;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Denial;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a log of three calls: one that succeeded, one that was denied a host, one that ran out of fuel. */
class AuditTest {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    @TempDir
    private Path home;

    private CommandRun command;
    private String succeeded;
    private String denied;
    private String spent;

    @BeforeEach
    void writeALog() throws IOException {
        command = CommandRun.standard().home(home);
        try (AuditLog log = log()) {
            AuditedCalls calls = new AuditedCalls(log, ArgumentPolicy.SHAPE);
            succeeded = make(
                    calls,
                    "github://acme/slack",
                    call -> new Outcome.Succeeded(NOTHING, List.of(), Usage.none(0), Transcript.EMPTY));
            denied = make(
                    calls,
                    "github://acme/slack",
                    call -> failed(Failure.capabilityDenied(
                            call.auditId(),
                            Boundary.SANDBOX,
                            new Denial(
                                    "It asked for evil.example:443",
                                    "evil.example:443",
                                    List.of("slack.com:443"),
                                    "To allow it, add to manifest.toml:\n",
                                    "hosts = [\"slack.com:443\", \"evil.example:443\"]"))));
            spent = make(
                    calls,
                    "oci://bank/rail",
                    call -> failed(Failure.resourceLimitExceeded(call.auditId(), LimitName.WALL_TIME, 30_000, 30_001)));
        }
    }

    @Test
    void listsCallsOldestFirst() {
        CommandRun.Result result = command.with("audit", "list");

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .hasSize(4)
                .anyMatch(line -> line.matches("20\\S+Z  succeeded  send  github://acme/slack@1\\.0\\.0  " + succeeded))
                .anyMatch(line -> line.matches(
                        "20\\S+Z  resource_limit_exceeded \\(effect none\\)  send  oci://bank/rail@1\\.0\\.0  "
                                + spent))
                .endsWith("3 calls");
    }

    @Test
    void listsWhatIsAskedFor() {
        assertThat(command.with("audit", "list", "--failed").out())
                .contains(denied, spent)
                .doesNotContain(succeeded);
        assertThat(command.with("audit", "list", "--connector", "slack", "--failed")
                        .out())
                .contains(denied, "1 call\n")
                .doesNotContain(spent);
        assertThat(command.with("audit", "list", "--since", "2100-01-01").out()).isEqualTo("0 calls\n");
        assertThat(command.with("audit", "list", "--since", "1h").out()).endsWith("3 calls\n");
        JsonNode document = command.with("audit", "list", "--json").json();
        assertThat(document.path("calls")).hasSize(3);
        assertThat(document.at("/calls/1/class").asText()).isEqualTo("capability_denied");
        assertThat(document.at("/calls/1/effect").asText()).isEqualTo("none");
        assertThat(document.at("/calls/1/request_sent").asBoolean(true)).isFalse();
        assertThat(document.at("/calls/0").has("effect")).isFalse();
        assertThat(document.at("/calls/1/audit_id").asText()).isEqualTo(denied);
    }

    @Test
    void showsAllRecordsOfACall() {
        CommandRun.Result result = command.with("audit", "show", denied);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .containsSubsequence(
                        "  call_intent\n", "  denial\n", "\"requested\": \"evil.example:443\"", "  call_outcome\n");
        assertThat(command.with("audit", "show", denied, "--json").json().path("records"))
                .hasSize(3);
    }

    @Test
    void explainsWhatWouldHaveLetADeniedCallPass() {
        CommandRun.Result result = command.with("audit", "explain", denied);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .startsWith("send of github://acme/slack failed: capability_denied at sandbox. It asked for")
                .contains("\n  denied at sandbox: asked for evil.example:443; granted: slack.com:443\n")
                .endsWith("What would have allowed it:\nhosts = [\"slack.com:443\", \"evil.example:443\"]\n");
    }

    @Test
    void explainsWhichLimitAndProposesNoneThatMightNotDo() {
        JsonNode explained = command.with("audit", "explain", spent, "--json").json();

        assertThat(explained.at("/steps/0").asText())
                .isEqualTo("limit wall_time: 30s available, 30001ms used or asked for; the total amount is not known");
        assertThat(explained.path("change").asText()).isEmpty();
        assertThat(explained.path("effect").asText()).isEqualTo("none");
        assertThat(explained.path("request_sent").asBoolean(true)).isFalse();
        assertThat(command.with("audit", "explain", succeeded).out())
                .isEqualTo("send of github://acme/slack succeeded.\n");
    }

    @Test
    void verifiesTheLogAndAHeadThatWasKept() {
        CommandRun.Result whole = command.with("audit", "verify");

        assertThat(whole.exitCode()).isZero();
        assertThat(whole.out()).startsWith("8 records, none altered, removed or reordered\nhead ");
        String head = whole.out().strip().substring(whole.out().strip().length() - 64);
        assertThat(command.with("audit", "verify", "--head", head).exitCode()).isZero();
        assertThat(command.with("audit", "verify", "--head", "1".repeat(64)).exitCode())
                .isEqualTo(1);
        assertThat(command.with("audit", "verify", "--head", "x").exitCode()).isEqualTo(2);
    }

    @Test
    void saysWhereALogWasChanged() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("audit.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM audit_record WHERE seq = 4");
        }

        CommandRun.Result result = command.with("audit", "verify");
        JsonNode document = command.with("audit", "verify", "--json").json();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).startsWith("record 4: missing: record 4 is missing\n1 problem in 7 records\n");
        assertThat(document.at("/problems/0/seq").asLong()).isEqualTo(4);
        assertThat(document.at("/problems/0/kind").asText()).isEqualTo("missing");
        CommandRun.Result kept = command.with("audit", "prune", "--before", "2100-01-01");
        assertThat(kept.exitCode()).isEqualTo(2);
        assertThat(kept.err()).contains("Nothing was removed", "record 4: missing", "the next call begins a new log");
    }

    @Test
    void saysWhichRecordsAreNotSigned() throws SQLException {
        sql("DELETE FROM audit_checkpoint");

        assertThat(command.with("audit", "verify").out())
                .contains("the last 8 are not signed yet: a process is writing, or was killed.");
        assertThat(command.with("audit", "verify", "--json")
                        .json()
                        .path("unsigned")
                        .asInt())
                .isEqualTo(8);
    }

    @Test
    void showsForEverThatTheEndWasChangedByNobodyWithTheKey() throws SQLException {
        sql("UPDATE audit_log SET end_seal = 'x' || substr(end_seal, 2)");
        assertThat(command.with("audit", "verify").exitCode()).isEqualTo(1);
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();

        CommandRun.Result after = command.with("audit", "verify");
        assertThat(after.exitCode()).isEqualTo(1);
        assertThat(after.out())
                .contains("record 9: unsealed: its writer found that the log's key did not write its end at record 8");
        assertThat(command.with("audit", "verify", "--json")
                        .json()
                        .at("/open_ends/0/seal")
                        .asText())
                .isEqualTo("broken");
    }

    @Test
    void showsForEverThatTheSealWasTakenAway() throws SQLException {
        sql("UPDATE audit_log SET end_seal = '', end_key = ''");
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();

        CommandRun.Result after = command.with("audit", "verify");
        assertThat(after.exitCode()).isZero();
        assertThat(after.out()).contains("record 9: the log had no seal when it ended with record 8, 0 not signed");
    }

    @Test
    void comparesTheHeadsThatTheSettingsOfTheHomeKeep() throws IOException, SQLException {
        Files.writeString(home.resolve("settings.toml"), "[audit]\nheads_file = \"heads.jsonl\"\n");
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(command.with("audit", "verify").out()).contains("compared with 1 kept head\n");

        Files.delete(home.resolve("audit.db"));
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(command.with("audit", "verify").out()).contains("heads of another log are kept too, ");
        sql("DELETE FROM audit_record");
        sql("DELETE FROM audit_checkpoint");
        sql("UPDATE audit_log SET end_seal = '', end_key = '', head_seq = 0, head_hash = '" + "0".repeat(64) + "'");
        CommandRun.Result emptied = command.with("audit", "verify");
        assertThat(emptied.exitCode()).isEqualTo(1);
        assertThat(emptied.out()).contains("record 1: shortened: there is a kept head of record ");
        assertThat(command.with("audit", "verify", "--heads", "none").exitCode())
                .isEqualTo(2);
    }

    @Test
    void saysWhatIsWrongWithTheSettingsOfTheHome() throws IOException {
        Files.writeString(home.resolve("settings.toml"), "[audit]\nhead_file = \"heads.jsonl\"\n");

        assertThat(command.with("audit", "verify").err()).contains("settings.toml:2:1", "heads_file");
        CommandRun.Result run = command.with("run", "echo", "echo", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().at("/error/message").asText()).contains("settings.toml of this home cannot be used");
    }

    @Test
    void exportsNothingThatWasChangedAsIfItHadBeenWritten() throws SQLException {
        sql("UPDATE audit_record SET body = '' WHERE seq = 2");

        CommandRun.Result result = command.with("audit", "export");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out().lines()).hasSize(1);
        assertThat(result.err()).contains("record 2: altered", "airlock audit verify shows every problem");
        assertThat(command.with("audit", "explain", succeeded).out())
                .contains("record 2 was changed since it was written, and cannot be read");
    }

    private void sql(String change) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("audit.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(change);
        }
    }

    @Test
    void exportsRecordsThatTheSchemaDescribes() {
        List<String> lines = command.with("audit", "export").out().lines().toList();

        assertThat(lines).hasSize(8);
        assertThat(lines)
                .allSatisfy(line -> assertThat(Schemas.problems("audit-record.schema.json", line))
                        .isEmpty());
        assertThat(command.with("audit", "export", "--since", "2100-01-01").out())
                .isEmpty();
    }

    @Test
    void removesOldRecordsAndWhatIsLeftVerifies() {
        assertThat(command.with("audit", "prune", "--before", "1h").out()).isEqualTo("removed 0 records\n");
        assertThat(command.with("audit", "prune").exitCode()).isEqualTo(2);

        CommandRun.Result pruned = command.with("audit", "prune", "--before", "2100-01-01", "--json");

        assertThat(pruned.out()).isEqualTo("{\"removed\":8}\n");
        assertThat(command.with("audit", "list").out()).isEqualTo("0 calls\n");
        assertThat(command.with("audit", "export").out()).contains("\"kind\":\"retention\"");
        assertThat(command.with("audit", "verify").exitCode()).isZero();
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(command.with("audit", "verify").exitCode()).isZero();
    }

    @Test
    void followsCallsAsTheyEnd() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                System.err,
                command.environment(),
                command.directory(),
                false,
                command.secrets());
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Thread follower =
                new Thread(() -> ended.complete(new AirlockCommand(terminal).execute("audit", "list", "--follow")));
        follower.start();
        awaitLines(out, 3);
        makeWhileSomebodyLooks();
        awaitLines(out, 4);
        follower.interrupt();

        assertThat(ended.get(1, TimeUnit.MINUTES)).isEqualTo(130);
        assertThat(out.toString(StandardCharsets.UTF_8).lines().toList().get(3))
                .contains("  succeeded  send  github://acme/slack@1.0.0  ");
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("unfinished");
    }

    /** Makes a call that runs while a follower of the log reads it, more than once. */
    private void makeWhileSomebodyLooks() throws IOException {
        try (AuditLog log = log()) {
            make(new AuditedCalls(log, ArgumentPolicy.SHAPE), "github://acme/slack", call -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_200));
                return new Outcome.Succeeded(NOTHING, List.of(), Usage.none(0), Transcript.EMPTY);
            });
        }
    }

    @Test
    void followsNoLongerThanSomebodyReads() throws Exception {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("broken pipe");
            }
        };
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(gone, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                command.environment(),
                command.directory(),
                false,
                command.secrets());
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        new Thread(() -> ended.complete(new AirlockCommand(terminal).execute("audit", "list", "--follow"))).start();

        assertThat(ended.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }

    @Test
    void saysWhatToDoAboutALogThatCannotBeRead() throws IOException {
        Files.writeString(home.resolve("audit.db"), "no database".repeat(1000));

        CommandRun.Result result = command.with("audit", "list");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains(
                        "The audit log cannot be read: its file is damaged, or is not an Airlock file. Restore a copy of it, or move it"
                                + " away, so that the next call begins a new one");
    }

    @Test
    void saysOfAnEmptyLogThatItMayHaveBeenAnother() throws IOException {
        String head =
                command.with("audit", "verify", "--json").json().path("head").asText();
        Files.delete(home.resolve("audit.db"));
        log().close();

        assertThat(command.with("audit", "verify").out())
                .contains("0 records", "The log is empty. If it had records, somebody moved or removed it");
        assertThat(command.with("audit", "verify", "--head", head).exitCode()).isEqualTo(1);
    }

    private static void awaitLines(ByteArrayOutputStream out, int lines) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (out.toString(StandardCharsets.UTF_8).lines().count() < lines) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void saysWhatIsWrongWithTheQuestion() {
        assertThat(command.with("audit").err())
                .contains("name a command: list, show, explain, verify, export, prune or key");
        assertThat(command.with("audit", "list", "--since", "soon").err()).contains("write 90s, 15m, 2h or 7d");
        assertThat(command.with("audit", "list", "--follow", "--json").exitCode())
                .isEqualTo(2);
        assertThat(command.with("audit", "show", "audit-1").err())
                .isEqualTo(
                        "airlock: The audit log has no record with that id. airlock audit list shows the recorded calls.\n");
        CommandRun.Result none = command.environment(
                        "AIRLOCK_HOME", home.resolve("none").toString())
                .with("audit", "list");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).startsWith("airlock: There is no audit log at ");
        assertThat(home.resolve("none")).doesNotExist();
    }

    private AuditLog log() throws IOException {
        return AuditLog.builder(
                        AuditStore.sqlite(home.resolve("audit.db")), CheckpointKey.at(home.resolve("audit.key")))
                .build();
    }

    private static String make(AuditedCalls calls, String connector, Function<Call, Outcome> target) {
        Call call = Call.of("send", NOTHING);
        AuditSubject.ConnectorIdentity identity = new AuditSubject.ConnectorIdentity(connector, "1.0.0", "", "");
        AuditSubject subject = new AuditSubject(call.auditId(), "me", identity, call.op());
        assertThat(calls.make(subject, call, target).recorded()).isTrue();
        return call.auditId().value();
    }

    private static Outcome failed(Failure failure) {
        return new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY);
    }
}
