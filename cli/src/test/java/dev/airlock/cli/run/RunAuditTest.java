package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.AirlockCommand;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.cli.binding.QuickVault;
import dev.airlock.cli.console.Terminal;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the records of commands in the audit log. */
class RunAuditTest {
    private static final String RAIL =
            CommandRun.ROOT.resolve("sample-connectors/payment-rail-c").toString();

    @TempDir
    private Path home;

    private CommandRun command;

    @BeforeEach
    void atHome() {
        command = CommandRun.standard().home(home);
    }

    @AfterEach
    void theLogIsWholeAndEachRecordIsWhatTheSchemaSays() throws IOException {
        if (Files.isRegularFile(home.resolve("audit.db"))) {
            CommandRun.Result verified = command.with("audit", "verify");
            assertThat(verified.exitCode()).as(verified.all()).isZero();
            assertThat(command.with("audit", "export").out().lines())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(Schemas.problems("audit-record.schema.json", line))
                            .as(line)
                            .isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    fetch-other-host get --upstream fetch/upstream.toml | denied at sandbox: asked for api.example.com:443; granted: other.example.com:443
                    loop x --fuel 1000 | limit fuel: 1000 available
                    sleep x --wall 50ms | limit wall_time: 50ms available
                    traps x | x of local://cli/traps failed: connector_runtime_error at sandbox
                    not-wasm x | x of local://cli/not-wasm failed: connector_runtime_error
                    strangers x | failed: connector_runtime_error
                    errands run --args @errands/errand.json --upstream errands/denied.toml | POST api.example.com:443/messages answered 403; the request was sent
                    errands run --args @errands/errand.json --upstream errands/down.toml | broke: connect_refused; nothing was sent
                    errands run --args @errands/errand.json --upstream errands/down.toml --retry-max 1 --retry-backoff fixed:10ms | attempt 2 was classified as unreachable
                    errands run --args @errands/errand.json --upstream errands/denied.toml --retry | recovery_chosen: escalate, policy_review
                    """)
    void everyFailureIsFoundByItsAuditIdAndExplained(String words, String explanation) {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(List.of(words.strip().split(" ")));
        line.add("--json");

        CommandRun.Result result = command.with(line);

        assertThat(result.exitCode()).as(result.all()).isEqualTo(1);
        String id = result.json().at("/error/audit_id").asText();
        assertThat(command.with("audit", "show", id).out()).contains("  call_intent\n", "  call_outcome\n");
        CommandRun.Result explained = command.with("audit", "explain", id);
        assertThat(explained.exitCode()).isZero();
        assertThat(explained.out()).contains(explanation.strip());
        assertThat(command.with("audit", "list", "--failed").out()).endsWith("1 call\n");
    }

    @Test
    void recordsWhatACallDidAndOnWhoseBehalf() {
        CommandRun.Result result = command.with(
                "run",
                RAIL,
                "charge_card",
                "--args",
                "{\"card_token\":\"tok_visa\",\"amount_minor\":1250,\"currency\":\"EUR\"}",
                "--upstream",
                RAIL + "/upstream.toml",
                "--json");

        assertThat(result.exitCode()).as(result.all()).isZero();
        List<JsonNode> records = records();
        assertThat(kinds(records)).containsExactly("call_intent", "binding_use", "exchange", "attempt", "call_outcome");
        assertThat(records).allSatisfy(row -> {
            assertThat(row.path("actor").asText()).isEqualTo("local (scripted)");
            assertThat(row.at("/connector/name").asText()).isEqualTo("local://samples/payment-rail");
            assertThat(row.at("/connector/version").asText()).isEqualTo("1.0.0");
            assertThat(row.at("/connector/hash").asText()).matches("sha256:[0-9a-f]{64}");
            assertThat(row.path("op").asText()).isEqualTo("charge_card");
        });
        assertThat(records.get(0).at("/details/arguments/card_token").asText()).isEqualTo("string of 8");
        assertThat(records.get(1).at("/details/host").asText()).isEqualTo("payments.example.com:443");
        assertThat(records.get(2).at("/details/target").asText()).isEqualTo("payments.example.com:443/v1/charges");
        assertThat(records.get(4).at("/details/usage/fuel").asLong())
                .isEqualTo(result.json().at("/usage/fuel").asLong());
        assertThat(records.toString()).doesNotContain("tok_visa", "sample-payment-rail-key");
    }

    @Test
    void recordsEachAttemptAndEachDecisionBeforeWhatFollowsFromIt() {
        CommandRun.Result result = command.with(errand("blip", "--retry-backoff", "fixed:10ms", "--key", "order-17"));

        assertThat(result.exitCode()).as(result.all()).isZero();
        List<JsonNode> records = records();
        assertThat(kinds(records))
                .containsExactly(
                        "call_intent",
                        "exchange",
                        "attempt",
                        "decision",
                        "recovery",
                        "recovery",
                        "exchange",
                        "attempt",
                        "call_outcome");
        assertThat(records.get(0).at("/details/idempotency_key").asText()).isEqualTo("order-17");
        assertThat(records.get(3).at("/details/verdict").asText()).isEqualTo("unreachable");
        assertThat(records.get(4).at("/details/what").asText()).isEqualTo("retry_scheduled");
        assertThat(records.get(8).at("/details/recovery/attempts").asInt()).isEqualTo(2);

        CommandRun.Result again = command.with(errand("down", "--key", "order-17"));
        assertThat(again.exitCode()).isZero();
        assertThat(records().get(11).at("/details/recovery/recorded").asBoolean())
                .isTrue();
    }

    @Test
    void recordsAReversalAsACallOfItsOwn() {
        String call = command.with(errand("blip", "--retry-backoff", "fixed:10ms"))
                .json()
                .at("/recovery/attempts/0/audit_id")
                .asText();
        String[] reverse = {
            "reverse", "errands", call, "--reason", "a mistake", "--upstream", "errands/blip.toml", "--json"
        };
        int before = records().size();
        assertThat(command.with(reverse).exitCode()).isZero();

        List<JsonNode> records = records().subList(before, records().size());
        assertThat(kinds(records)).startsWith("call_intent", "recovery").endsWith("call_outcome");
        assertThat(records.get(1).at("/details/why").asText()).isEqualTo("of " + call + ": a mistake");
        assertThat(records).noneMatch(row -> row.path("call").asText().equals(call));

        String refused = command.with(reverse).json().at("/error/audit_id").asText();
        assertThat(refused).isNotEqualTo(call);
        assertThat(command.with("audit", "explain", refused).out())
                .contains("reversal_refused: It has no reversal token");
    }

    @Test
    void aCallThatItsCallerEndsIsRecordedAsCancelled() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                command.environment(),
                command.directory(),
                true,
                command.secrets());
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Thread caller = new Thread(() -> ended.complete(new AirlockCommand(terminal).execute("run", "sleep", "x")));
        caller.start();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!err.toString(StandardCharsets.UTF_8).contains("running x")) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        caller.interrupt();

        assertThat(ended.get(1, TimeUnit.MINUTES)).isEqualTo(130);
        assertThat(kinds(records())).endsWith("cancellation", "call_outcome");
        assertThat(command.with("audit", "list").out())
                .contains("  cancelled (effect none)  x  local://cli/sleep@1.0.0  ");
    }

    @Test
    void aCallThatCannotBeRecordedIsNotMade() throws Exception {
        Files.createDirectories(home.resolve("audit.db").resolve("in the way"));

        CommandRun.Result result = command.with(errand("denied"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.json().at("/error/details/reason").asText()).isEqualTo("audit_unavailable");
        assertThat(result.json().at("/error/boundary").asText()).isEqualTo("runtime");
        assertThat(result.json().at("/error/message").asText())
                .startsWith("The call was not made, because it could not be recorded.")
                .doesNotContain(home.toString());
        assertThat(result.json().at("/usage/exchanges").asInt()).isZero();
        assertThat(Schemas.problems("outcome.schema.json", result.out())).isEmpty();
    }

    @Test
    void aKeyThatCannotBeUsedIsALogThatCannotBeWritten() throws Exception {
        Files.writeString(home.resolve("audit.key"), "no key");

        assertThat(command.with("run", "hello", "greet", "--json")
                        .json()
                        .at("/error/details/reason")
                        .asText())
                .isEqualTo("audit_unavailable");
    }

    @Test
    void anOutcomeThatCannotBeRecordedIsPrintedAndMarked() throws Exception {
        CompletableFuture<CommandRun.Result> result =
                CompletableFuture.supplyAsync(() -> command.with("run", "sleep", "x", "--wall", "3s", "--json"));
        awaitIntent();
        sql("ALTER TABLE audit_record RENAME TO hidden");

        JsonNode document = result.get(1, TimeUnit.MINUTES).json();
        assertThat(document.at("/error/details/limit").asText()).isEqualTo("wall_time");
        assertThat(document.path("unrecorded").asBoolean()).isTrue();
        assertThat(Schemas.problems("outcome.schema.json", result.get().out())).isEmpty();

        sql("ALTER TABLE hidden RENAME TO audit_record");
        assertThat(command.with("audit", "list").out()).contains("  unfinished  x  ");
    }

    @Test
    void recordsWhatSomebodyAgreedToAndTookBack() throws Exception {
        QuickVault.in(home);
        Path passphrase = Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        CommandRun bound = command.environment("AIRLOCK_PASSPHRASE_FILE", passphrase.toString());
        assertThat(bound.stdin("canary-consent-4e1d\n")
                        .with("binding", "setup", RAIL, "--from-stdin")
                        .exitCode())
                .isZero();
        assertThat(bound.with("binding", "revoke", "api_key/payment-rail/default")
                        .exitCode())
                .isZero();

        List<JsonNode> records = records();
        assertThat(kinds(records)).containsExactly("consent", "consent");
        assertThat(records.get(0).at("/details/what").asText()).isEqualTo("binding api_key/payment-rail/default");
        assertThat(records.get(0).at("/details/subjects").toString())
                .contains("hosts         payments.example.com:443", "slot          Authorization: Bearer {key}");
        assertThat(records.get(1).at("/details/what").asText())
                .isEqualTo("revoked binding api_key/payment-rail/default");
        assertThat(records.toString()).doesNotContain("canary");
    }

    @Test
    void nothingIsBoundIfTheConsentCannotBeRecorded() throws Exception {
        Path passphrase = Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        Files.createDirectories(home.resolve("audit.db").resolve("in the way"));
        CommandRun bound = command.environment("AIRLOCK_PASSPHRASE_FILE", passphrase.toString());

        CommandRun.Result result = bound.stdin("canary-consent-4e1d\n").with("binding", "setup", RAIL, "--from-stdin");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("Nothing was bound, because the consent could not be recorded.");
        assertThat(bound.with("binding", "list").out().strip()).isEqualTo("no bindings");
    }

    private String[] errand(String script, String... flags) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "errands",
                "run",
                "--args",
                "@errands/errand.json",
                "--upstream",
                "errands/" + script + ".toml"));
        words.addAll(List.of(flags));
        words.add("--json");
        return words.toArray(String[]::new);
    }

    private void awaitIntent() throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!command.with("audit", "list").out().contains("unfinished")) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
    }

    private List<JsonNode> records() {
        return command.with("audit", "export")
                .out()
                .lines()
                .map(line -> new CommandRun.Result(0, line, "").json())
                .toList();
    }

    private static List<String> kinds(List<JsonNode> records) {
        return records.stream().map(row -> row.path("kind").asText()).toList();
    }

    private void sql(String change) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("audit.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute(change);
        }
    }
}
