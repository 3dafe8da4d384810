package dev.airlock.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import dev.airlock.cli.Schemas;
import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests recovery as a person uses it: {@code run --retry}, and the commands that show its results. */
class RecoveryCommandsTest {
    private static final String AUDIT_ID = "audit-00000000-0000-4000-8000-000000000000";

    @TempDir
    Path home;

    @Test
    void printsEachAttemptAsItHappens() {
        CommandRun.Result result = run("blip", "errand", "--retry", "--retry-backoff", "fixed:10ms");

        Golden.assertMatches("recovery-blip", result);
        assertThat(result.err()).contains("recovery: attempt 1 failed with network_error: unreachable");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void reportsTheHistoryInTheDocument() {
        CommandRun.Result result = run("blip", "errand", "--retry", "--retry-backoff", "fixed:10ms", "--json");

        JsonNode recovery = result.json().path("recovery");
        assertThat(recovery.path("attempts")).hasSize(2);
        assertThat(recovery.at("/attempts/0/class").asText()).isEqualTo("network_error");
        assertThat(recovery.at("/attempts/1/delay_ms").asLong()).isBetween(10L, 12L);
        assertThat(recovery.path("reversible").asBoolean()).isTrue();
        assertThat(result.err()).isEmpty();
        assertThat(Schemas.problems("outcome.schema.json", result.out())).isEmpty();
    }

    @Test
    void makesOneAttemptWithoutAFlagOfRecovery() {
        CommandRun.Result result = run("blip", "errand", "--json");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.json().has("recovery")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"answer-lost", "crowded", "down", "denied"})
    void doesAboutAFailureWhatIsToBeDone(String script) {
        CommandRun.Result text = run(script, "errand", "--retry-max", "1", "--retry-backoff", "fixed:10ms");
        CommandRun.Result json = run(script, "errand", "--retry-max", "1", "--retry-backoff", "fixed:10ms", "--json");

        Golden.assertMatches("recovery-" + script, text);
        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(Schemas.problems("outcome.schema.json", json.out())).isEmpty();
        assertThat(json.json().path("recovery").path("attempts")).isNotEmpty();
    }

    @Test
    void saysWhyNothingWasRetried() {
        CommandRun.Result result = run("answer-lost", "errand-without-key", "--retry", "--json");

        assertThat(result.json().at("/error/retriable").asBoolean(true)).isFalse();
        assertThat(result.json().at("/error/message").asText()).endsWith("so it is not tried again.");
        assertThat(result.json().at("/recovery/effect").asText()).isEqualTo("uncertain");
    }

    @Test
    void answersARepeatedKeyFromTheRecord() {
        String key = "order-17-of-today";
        assertThat(run("blip", "errand", "--key", key, "--retry-backoff", "fixed:10ms", "--json")
                        .json()
                        .at("/recovery/recorded")
                        .asBoolean(true))
                .isFalse();

        CommandRun.Result again = run("down", "errand", "--key", key, "--json");
        CommandRun.Result other = run("down", "errand-without-key", "--key", key, "--json");

        assertThat(again.json().at("/recovery/recorded").asBoolean()).isTrue();
        assertThat(again.json().at("/output/key").asText()).isEqualTo(key);
        assertThat(Schemas.problems("outcome.schema.json", again.out())).isEmpty();
        assertThat(other.json().at("/error/details/reason").asText()).isEqualTo("key_reused");
    }

    @Test
    void keepsWhatAScriptAnsweredApartFromTheWorld() {
        run("denied", "errand", "--retry");

        assertThat(airlock("review", "list").out()).isEqualTo("0 reviews\n");
        assertThat(airlock("review", "list", "--scripted").out()).endsWith("1 review\n");
    }

    @Test
    void listsShowsAndResolvesReviews() {
        run("denied", "errand", "--retry");

        JsonNode shown =
                airlock("review", "show", "review-1", "--scripted", "--json").json();
        assertThat(shown.path("queue").asText()).isEqualTo("policy_review");
        assertThat(shown.at("/error/details/status").asInt()).isEqualTo(403);
        assertThat(airlock("review", "show", "review-1", "--scripted").out())
                .contains("review-1  waits  policy_review  local://tests/errands run  policy_denied", "answered 403");
        assertThat(airlock("review", "resolve", "review-1", "--note", "the scope was granted", "--scripted")
                        .out())
                .isEqualTo("review-1 is resolved.\n");
        assertThat(airlock("review", "resolve", "review-1", "--note", "again", "--scripted")
                        .err())
                .contains("review-1 is already resolved.");
        assertThat(airlock("review", "list", "--scripted").out()).isEqualTo("0 reviews\n");
        assertThat(airlock("review", "list", "--scripted", "--all", "--json")
                        .json()
                        .at("/reviews/0/resolution/note")
                        .asText())
                .isEqualTo("the scope was granted");
        assertThat(airlock("review", "show", "review-9").exitCode()).isEqualTo(2);
    }

    @Test
    void showsNothingOfANoteThatATerminalWouldObey() {
        run("denied", "errand", "--retry");
        airlock("review", "resolve", "review-1", "--note", "\u001b]0;mine\u0007 \u202egreen", "--scripted");

        assertThat(airlock("review", "show", "review-1", "--scripted").out())
                .contains("green")
                .doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void saysWhatToDoAboutAFileThatIsNoStore() throws IOException {
        Files.writeString(
                home.resolve("recovery-scripted.db"), "This was a store before the disk was full. ".repeat(99));

        CommandRun.Result result = run("blip", "errand", "--retry");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains(
                        "Recovery's database cannot be read or written. Move recovery.db and recovery-scripted.db away");
    }

    @Test
    void doesNotSayToMoveAwayWhatIsNotDamaged() throws IOException {
        Files.createDirectory(home.resolve("recovery-scripted.db"));

        CommandRun.Result result = run("blip", "errand", "--retry");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("Make sure that you own recovery.db and its folder")
                .doesNotContain("away");
    }

    @Test
    void listsCircuitsThatAreOpenForOtherProcessesToo() {
        run("down", "errand", "--retry-max", "9", "--retry-backoff", "fixed:1ms");
        assertThat(airlock("breaker", "list", "--scripted", "--json").json().path("circuits"))
                .as("no call opens a circuit alone")
                .isEmpty();
        openCircuit();

        CommandRun.Result list = airlock("breaker", "list", "--scripted");
        assertThat(list.out())
                .contains(
                        "local://tests/errands  api.example.com:443  open  failed with connect_refused  asked again at")
                .endsWith("1 circuit\n");
        assertThat(airlock("breaker", "list", "--scripted", "--json")
                        .json()
                        .at("/circuits/0/state")
                        .asText())
                .isEqualTo("open");
        CommandRun.Result next = run("blip", "errand", "--retry", "--json");
        assertThat(next.json().at("/error/details/circuit").asText()).isEqualTo("open");
        assertThat(next.json().at("/recovery/attempts")).hasSize(1);
    }

    /** Leaves an open circuit, as another process with several failed calls does. */
    private void openCircuit() {
        Instant now = Instant.now();
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(home.resolve("recovery-scripted.db"))) {
            store.circuits()
                    .put(new CircuitStore.Circuit(
                            "local://tests/errands",
                            "api.example.com:443",
                            "open",
                            0,
                            "connect_refused",
                            now,
                            now.plusSeconds(30)));
        }
    }

    @Test
    void reversesACallOnce() {
        CommandRun.Result made = run("blip", "errand", "--retry-backoff", "fixed:10ms", "--json");
        String call = made.json().at("/recovery/attempts/0/audit_id").asText();
        String[] reverse = {
            "reverse", "errands", call, "--reason", "a mistake", "--upstream", "errands/blip.toml", "--json"
        };

        CommandRun.Result undone = airlock(reverse);
        CommandRun.Result again = airlock(reverse);

        assertThat(undone.json().at("/output/undone/op").asText()).isEqualTo("run");
        assertThat(undone.json().at("/output/undone/reason").asText()).isEqualTo("a mistake");
        assertThat(undone.exitCode()).isZero();
        assertThat(again.json().at("/error/details/reason").asText()).isEqualTo("reversal_refused");
        assertThat(again.exitCode()).isEqualTo(1);
    }

    @Test
    void reversesACallThatWasMadeWithoutRecoveryToo() {
        CommandRun.Result made = airlock("run", "keeps", "run", "--json");
        String call = made.json().path("audit_id").asText();

        assertThat(made.json().path("reversible").asBoolean()).as(made.all()).isTrue();
        assertThat(airlock("reverse", "keeps", call, "--reason", "a mistake", "--json")
                        .exitCode())
                .isZero();
        assertThat(airlock("run", "keeps", "run").err()).contains("hint: airlock reverse keeps audit-");
    }

    @Test
    void saysOfWhenAnOutcomeIsThatWasNotMadeAgain() {
        CommandRun.Result first =
                run("blip", "errand", "--key", "order-1234", "--retry-backoff", "fixed:10ms", "--json");
        CommandRun.Result again = run("blip", "errand", "--key", "order-1234", "--json");

        assertThat(first.json().at("/recovery/recorded").asBoolean(true)).isFalse();
        assertThat(again.json().at("/recovery/recorded").asBoolean()).isTrue();
        assertThat(again.json().at("/recovery/recorded_at").asText()).matches("20\\d\\d-.*Z");
        assertThat(run("blip", "errand", "--key", "order-1234").err())
                .contains("recorded: not done again; this is the outcome of 20");
    }

    @Test
    void whatUndoesACallHasTheStateOfTheConnectorThatMadeIt() {
        CommandRun.Result made = airlock("run", "keeps", "run", "--retry", "--json");
        String call = made.json().at("/recovery/attempts/0/audit_id").asText();

        CommandRun.Result undone = airlock("reverse", "keeps", call, "--reason", "a mistake", "--json");

        assertThat(made.json().at("/output/once").asInt(-1)).as(made.all()).isZero();
        assertThat(undone.json().at("/output/once").asInt(-1)).as(undone.all()).isEqualTo(1);
    }

    @Test
    void refusesToReverseWhatHasNoToken() {
        assertThat(airlock("reverse", "errands", AUDIT_ID, "--reason", "a mistake")
                        .err())
                .contains("It has no reversal token", "recovery: not reversed.");
        assertThat(airlock("reverse", "errands", "something", "--reason", "a mistake")
                        .exitCode())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--retry-max=-1",
                "--retry-max=101",
                "--retry-backoff=sometimes:1s",
                "--retry-backoff=fixed",
                "--retry-backoff=fixed:1",
                "--retry-backoff=fixed:0s",
                "--retry-policy=always",
                "--key=",
                "--key=order\n17"
            })
    void refusesAPolicyThatIsNone(String flag) {
        CommandRun.Result result = run("blip", "errand", flag);

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("airlock: " + flag.substring(0, flag.indexOf('=')));
    }

    private CommandRun.Result run(String script, String args, String... flags) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "errands",
                "run",
                "--args",
                "@errands/" + args + ".json",
                "--upstream",
                "errands/" + script + ".toml"));
        words.addAll(List.of(flags));
        return airlock(words.toArray(String[]::new));
    }

    private CommandRun.Result airlock(String... words) {
        return CommandRun.standard().home(home).with(words);
    }
}
