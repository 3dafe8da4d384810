package dev.airlock.postgres.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStoreContract;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.KeyStore.Claimant;
import dev.airlock.runtime.recovery.store.KeyStore.Sending;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.testkit.PostgresIsInstalled;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Leases of workers, by the server's clock. */
@ExtendWith(PostgresIsInstalled.class)
class WorkerLeaseTest {
    private static final KeyStore.Key KEY = new KeyStore.Key("local", "local://tests/rail", "charge", "order-17");
    private static final Sending POST = new Sending(1, "POST", "rail.example:443", true);
    private static final String LEASES = "SELECT lease_until > clock_timestamp() FROM airlock.worker ORDER BY started";

    @SuppressWarnings("NullAway.Init")
    private static SharedServer server;

    @BeforeAll
    static void start() {
        server = new SharedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.empty();
    }

    @Test
    void aWorkerWhoseLeaseIsLostCanNeitherSendNorEndAKey() {
        try (RecoveryStore worker = server.open();
                RecoveryStore other = server.open()) {
            assertThat(claim(worker, "audit-1")).isInstanceOf(Claim.Granted.class);
            assertThat(worker.keys().sending(KEY, "audit-1", POST)).isTrue();
            assertThat(claim(other, "audit-2")).isInstanceOf(Claim.Running.class);

            server.loseLeases();

            assertThat(worker.keys().sending(KEY, "audit-1", POST)).isFalse();
            assertThat(worker.keys().finish(KEY, "audit-1", "{}")).isFalse();
            assertThat(worker.keys().release(KEY, "audit-1")).isFalse();
            assertThat(claim(other, "audit-2"))
                    .as("time alone grants nothing")
                    .isEqualTo(new Claim.InDoubt("audit-1", Optional.of(List.of(POST)), Optional.empty()));
        }
    }

    @Test
    void aLostLeaseIsNotRenewedAndTheNextCallGetsAnother() {
        try (PostgresRecoveryStore worker = server.open()) {
            claim(worker, "audit-1");
            server.loseLeases();

            worker.lease().renew();
            assertThat(server.column(LEASES)).containsExactly("f");
            KeyStore.Key next = new KeyStore.Key("local", "local://tests/rail", "charge", "order-18");
            assertThat(worker.keys().claim(next, by("audit-2"), Instant.now())).isInstanceOf(Claim.Granted.class);
            assertThat(server.column(LEASES)).containsExactly("f", "t");
            assertThat(worker.keys().finish(next, "audit-2", "{}")).isTrue();
            assertThat(worker.keys().finish(KEY, "audit-1", "{}")).isFalse();
        }
    }

    @Test
    void aClaimNoticesByItselfThatTheLeaseIsLost() {
        try (PostgresRecoveryStore worker = server.open()) {
            claim(worker, "audit-1");
            server.loseLeases();

            KeyStore.Key next = new KeyStore.Key("local", "local://tests/rail", "charge", "order-18");
            assertThat(worker.keys().claim(next, by("audit-2"), Instant.now())).isInstanceOf(Claim.Granted.class);
            assertThat(worker.keys().sending(next, "audit-2", POST)).isTrue();
            Claim.InDoubt doubt = (Claim.InDoubt) claim(worker, "audit-3");
            assertThat(worker.keys().takeOver(KEY, doubt, by("audit-3"), Instant.now()))
                    .isTrue();
            assertThat(worker.keys().finish(KEY, "audit-3", "{}")).isTrue();
        }
    }

    @Test
    void aRenewedLeaseLastsLonger() {
        try (PostgresRecoveryStore worker = server.open()) {
            claim(worker, "audit-1");
            server.execute("UPDATE airlock.worker SET lease_until = clock_timestamp() + interval '20 s'");

            worker.lease().renew();

            assertThat(server.column("SELECT lease_until > clock_timestamp() + interval '40 s' FROM airlock.worker"))
                    .containsExactly("t");
            assertThat(worker.keys().finish(KEY, "audit-1", "{}")).isTrue();
        }
    }

    @Test
    void ofAWorkerThatEndedNobodyWaitsForTheLease() {
        try (RecoveryStore other = server.open()) {
            RecoveryStore worker = server.open();
            claim(worker, "audit-1");
            worker.close();

            assertThat(claim(other, "audit-2"))
                    .isEqualTo(new Claim.InDoubt("audit-1", Optional.of(List.of()), Optional.empty()));
        }
    }

    @Test
    void ofACallOfALostWorkerInAConversationNobodyKnowsHowItEnded() {
        Instant now = Instant.now();
        Instant until = now.plus(Duration.ofHours(24));
        try (RecoveryStore worker = server.open();
                RecoveryStore other = server.open()) {
            worker.conversations()
                    .begin("a", ConversationStoreContract.beginning(ConversationStoreContract.FIRST, until), now);
            assertThat(other.conversations()
                            .begin(
                                    "a",
                                    ConversationStoreContract.beginning(ConversationStoreContract.SECOND, until),
                                    now))
                    .isInstanceOf(Admission.Running.class);

            server.loseLeases();

            assertThat(other.conversations()
                            .begin(
                                    "a",
                                    ConversationStoreContract.beginning(ConversationStoreContract.SECOND, until),
                                    now))
                    .isInstanceOfSatisfying(
                            Admission.Followed.class,
                            followed -> assertThat(followed.earlier())
                                    .singleElement()
                                    .satisfies(ended -> {
                                        assertThat(ended.call()).isEqualTo(ConversationStoreContract.FIRST);
                                        assertThat(ended.ending()).isEmpty();
                                    }));
        }
    }

    @Test
    void aMachineWhoseClockIsWrongClaimsAndEndsByTheServersClock() {
        Instant wrong = Instant.now().plus(Duration.ofDays(400));
        try (RecoveryStore worker = server.open();
                RecoveryStore other = server.open()) {
            Claimant claimant = new Claimant("audit-1", "a", wrong.plusSeconds(30));
            assertThat(worker.keys().claim(KEY, claimant, wrong)).isInstanceOf(Claim.Granted.class);

            assertThat(claim(other, "audit-2"))
                    .isInstanceOfSatisfying(
                            Claim.Running.class,
                            running -> assertThat(running.until())
                                    .isBetween(
                                            Instant.now().minusSeconds(30),
                                            Instant.now().plusSeconds(60)));
            assertThat(worker.keys().finish(KEY, "audit-1", "{}")).isTrue();
            assertThat(other.keys().claim(KEY, by("audit-2"), wrong)).isEqualTo(new Claim.Finished("{}"));
        }
    }

    @Test
    void aServerThatIsAwayIsReportedAndUsedAgainOnceItIsBack() {
        try (RecoveryStore worker = server.open()) {
            claim(worker, "audit-1");
            server.server().crash();
            assertThatThrownBy(() -> claim(worker, "audit-2"))
                    .isInstanceOfSatisfying(
                            StoreUnavailableException.class,
                            thrown -> assertThat(thrown.sentences())
                                    .isEqualTo(
                                            "Recovery's database cannot be read or written. Make sure that its server runs and"
                                                    + " is reachable, and that its user may read and write the schema airlock, then try"
                                                    + " again."));
            server.server().begin();

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .ignoreExceptions()
                    .until(() -> claim(worker, "audit-2") instanceof Claim.Running);
            assertThat(worker.keys().finish(KEY, "audit-1", "{}")).isTrue();
        }
    }

    @Test
    void ofManyThreadsOfTwoWorkersOneTakesOver() {
        try (RecoveryStore first = server.open();
                RecoveryStore second = server.open()) {
            claim(first, "audit-1");
            server.loseLeases();
            Claim.InDoubt doubt = (Claim.InDoubt) claim(second, "audit-2");
            List<RecoveryStore> workers = List.of(first, second);

            List<CompletableFuture<Boolean>> taken = IntStream.range(0, 16)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() ->
                            workers.get(i % 2).keys().takeOver(KEY, doubt, by("audit-at-once-" + i), Instant.now())))
                    .toList();

            assertThat(taken.stream().filter(CompletableFuture::join)).hasSize(1);
        }
    }

    @Test
    void aProcessThatIsStoppedAndGoesOnCannotEndItsKey() throws Exception {
        Process process = begun();
        try (RecoveryStore other = server.open();
                BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
                Writer told = process.outputWriter(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("claimed");
            signal(process, "STOP");
            letTheLeaseBeLost(other);
            Claim.InDoubt doubt = (Claim.InDoubt) claim(other, "audit-2");
            assertThat(other.keys().takeOver(KEY, doubt, by("audit-2"), Instant.now()))
                    .isTrue();
            signal(process, "CONT");
            told.write("finish\n");
            told.flush();

            assertThat(said.readLine()).isEqualTo("finished false");
            assertThat(other.keys().finish(KEY, "audit-2", "{\"by\":2}")).isTrue();
            assertThat(claim(other, "audit-3")).isEqualTo(new Claim.Finished("{\"by\":2}"));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Waits for the 45 s in the full build; otherwise makes the row look as if they had passed. */
    private static void letTheLeaseBeLost(RecoveryStore other) {
        if (!Boolean.getBoolean("airlock.full")) {
            server.loseLeases();
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> claim(other, "audit-2") instanceof Claim.InDoubt);
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static Process begun() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stopped.class.getName(),
                        server.url())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Claim claim(RecoveryStore store, String call) {
        return store.keys().claim(KEY, by(call), Instant.now());
    }

    private static Claimant by(String call) {
        return new Claimant(call, "a", Instant.now().plusSeconds(300));
    }

    /** A process that claims a key and finishes it when it is told to. */
    static final class Stopped {
        private Stopped() {}

        public static void main(String[] args) throws IOException {
            try (PostgresRecoveryStore store = PostgresRecoveryStore.at(args[0], SharedServer.account());
                    BufferedReader told =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                claim(store, "audit-1");
                System.out.println("claimed");
                told.readLine();
                System.out.println("finished " + store.keys().finish(KEY, "audit-1", "{\"by\":1}"));
            }
        }
    }
}
