package dev.airlock.runtime.recovery.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.runtime.recovery.store.CircuitStore.Circuit;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.host.CircuitGate.Passage;
import dev.airlock.sandbox.host.CircuitGate.Refusal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BreakersTest {
    private static final String CONNECTOR = "local://tests/errands";
    private static final HostPort HOST = HostPort.parse("api.example.com:443").orThrow();
    private static final IdempotencyKey CALL = IdempotencyKey.of("order-17-of-many");
    private static final IdempotencyKey ANOTHER_CALL = IdempotencyKey.of("order-18-of-many");
    private static final Exchange.Result OK = new Exchange.Answered(200, "", "");
    private static final Exchange.Result RESET = new Exchange.Broken(NetworkFailureKind.RESET, "It broke.");

    @TempDir
    Path temp;

    private final Watch time = new Watch();
    private SqliteRecoveryStore store;
    private Breakers breakers;

    private static final class Watch implements Time {
        private Instant now = Instant.parse("2026-11-28T12:00:00Z");

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void sleep(Duration length, Cancellation cancellation) {
            now = now.plus(length);
        }
    }

    @BeforeEach
    void open() {
        store = SqliteRecoveryStore.open(temp.resolve("recovery.db"));
        breakers = breakers();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void opensWhenHalfOfTheLatestExchangesFailAndSaysUntilWhen() {
        exchange(OK, OK, answered(500), answered(503));
        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isEmpty();
        exchange(RESET);

        Refusal refusal = (Refusal) breakers.ask(CONNECTOR, HOST, CALL);

        assertThat(refusal.result())
                .isEqualTo(new Exchange.CircuitOpen(RESET, time.now().plusSeconds(30)));
        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).contains(refusal);
        assertThat(breakers.list())
                .containsExactly(new Circuit(
                        CONNECTOR,
                        HOST.toString(),
                        "open",
                        0,
                        "reset",
                        time.now(),
                        time.now().plusSeconds(30)));
    }

    @Test
    void noCallOpensItAloneHoweverOftenItIsRepeated() {
        for (int i = 0; i < 30; i++) {
            exchange(CALL, RESET);
        }
        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isEmpty();

        exchange(IdempotencyKey.of("order-18-of-many"), RESET);

        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isPresent();
    }

    @Test
    void aCircuitThatClosedAgainHasForgottenWhatFailedBefore() {
        trip();
        time.sleep(Duration.ofSeconds(30), new Cancellation());
        exchange(OK);

        exchange(RESET, RESET, RESET, RESET);

        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isEmpty();
    }

    @Test
    void lessThanHalfOfTheLatestTenDoesNotOpenIt() {
        exchange(OK, OK, OK, RESET, RESET, OK, OK, OK, RESET, RESET, OK);

        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isEmpty();
    }

    @Test
    void whatIsNoProblemOfTheHostDoesNotOpenIt() {
        exchange(
                answered(400),
                answered(401),
                answered(404),
                answered(409),
                answered(429),
                answered(501),
                answered(505));

        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
        assertThat(breakers.list()).isEmpty();
    }

    @Test
    void letsOneProbeThroughAndClosesWhenItSucceeds() {
        trip();
        time.sleep(Duration.ofSeconds(30), new Cancellation());

        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isEmpty();
        Passage probe = (Passage) breakers.ask(CONNECTOR, HOST, CALL);
        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Refusal.class);
        assertThat(breakers.list()).extracting(Circuit::state).containsExactly("half_open");
        probe.ended(OK);

        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
        assertThat(breakers.list()).extracting(Circuit::state).containsExactly("closed");
    }

    @Test
    void opensAnewWhenTheProbeFails() {
        trip();
        time.sleep(Duration.ofSeconds(31), new Cancellation());
        exchange(answered(502));

        Refusal refusal = (Refusal) breakers.ask(CONNECTOR, HOST, CALL);

        assertThat(refusal.result().retryAt()).isEqualTo(time.now().plusSeconds(30));
        assertThat(refusal.result().last()).isEqualTo(answered(502));
    }

    @Test
    void aProbeThatWasAbandonedSaysNothingAndAnotherIsLetThrough() {
        trip();
        time.sleep(Duration.ofSeconds(30), new Cancellation());
        ((Passage) breakers.ask(CONNECTOR, HOST, CALL)).abandoned();

        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
    }

    @Test
    void otherConnectorsAndHostsAreAskedAllTheSame() {
        trip();

        assertThat(breakers.ask("local://tests/other", HOST, CALL)).isInstanceOf(Passage.class);
        assertThat(breakers.ask(
                        CONNECTOR, HostPort.parse("api.example.com:8443").orThrow(), CALL))
                .isInstanceOf(Passage.class);
    }

    @Test
    void anotherProcessTakesOverWhatIsOpenAndForNoLonger() {
        trip();
        time.sleep(Duration.ofSeconds(20), new Cancellation());
        Breakers other = breakers();

        Refusal refusal = (Refusal) other.ask(CONNECTOR, HOST, CALL);

        assertThat(refusal.result().retryAt()).isEqualTo(time.now().plusSeconds(10));
        assertThat(((Exchange.Broken) refusal.result().last()).kind()).isEqualTo(NetworkFailureKind.RESET);
        time.sleep(Duration.ofSeconds(10), new Cancellation());
        assertThat(other.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
        assertThat(breakers().ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
    }

    @Test
    void ofManyThatWaitForAnOpenCircuitOneIsTheProbe() {
        trip();
        time.sleep(Duration.ofSeconds(30), new Cancellation());

        List<CompletableFuture<CircuitGate.Answer>> answers = IntStream.range(0, 32)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> breakers.ask(CONNECTOR, HOST, CALL)))
                .toList();

        assertThat(answers.stream().filter(answer -> answer.join() instanceof Passage))
                .hasSize(1);
    }

    @Test
    void aCircuitThatAnotherClockOpenedStaysOpenNoLongerThanTheRulesSay() {
        store.circuits()
                .put(new Circuit(
                        CONNECTOR,
                        HOST.toString(),
                        "open",
                        503,
                        "",
                        time.now(),
                        time.now().plus(Duration.ofDays(400))));

        Refusal refusal = (Refusal) breakers.ask(CONNECTOR, HOST, CALL);

        assertThat(refusal.result().retryAt()).isEqualTo(time.now().plusSeconds(30));
        time.sleep(Duration.ofSeconds(30), new Cancellation());
        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Passage.class);
    }

    @Test
    void worksWithoutItsStore() {
        store.close();

        trip();

        assertThat(breakers.certainRefusal(CONNECTOR, HOST)).isPresent();
    }

    private void trip() {
        exchange(RESET, RESET, RESET, RESET, RESET);
        assertThat(breakers.ask(CONNECTOR, HOST, CALL)).isInstanceOf(Refusal.class);
    }

    private void exchange(Exchange.Result... results) {
        for (int i = 0; i < results.length; i++) {
            exchange(i % 2 == 0 ? CALL : ANOTHER_CALL, results[i]);
        }
    }

    private void exchange(IdempotencyKey call, Exchange.Result result) {
        ((Passage) breakers.ask(CONNECTOR, HOST, call)).ended(result);
    }

    private static Exchange.Result answered(int status) {
        return new Exchange.Answered(status, "", "");
    }

    private Breakers breakers() {
        return new Breakers(time, BreakerRules.STANDARD, store.circuits());
    }
}
