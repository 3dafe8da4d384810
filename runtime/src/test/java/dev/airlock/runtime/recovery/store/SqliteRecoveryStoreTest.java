package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.ReviewStore.Review;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecoveryStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private static final Instant UNTIL = NOW.plusSeconds(30);
    private static final KeyStore.Key KEY = new KeyStore.Key("local", "local://tests/rail", "charge", "order-17");

    @TempDir
    Path temp;

    @Test
    void aKeyIsGrantedOnceAndThenTellsWhatItCameTo() {
        try (SqliteRecoveryStore store = open()) {
            KeyStore keys = store.keys();

            assertThat(keys.claim(KEY, "a", NOW, UNTIL)).isEqualTo(new Claim.Granted());
            assertThat(keys.claim(KEY, "a", NOW, UNTIL)).isEqualTo(new Claim.Running(UNTIL));
            assertThat(keys.claim(KEY, "b", NOW, UNTIL)).isEqualTo(new Claim.OtherArguments());
            assertThat(keys.claim(KEY, "a", UNTIL, UNTIL.plusSeconds(30))).isEqualTo(new Claim.InDoubt());
            keys.finish(KEY, "{\"output\":{}}");
            assertThat(keys.claim(KEY, "a", NOW, UNTIL)).isEqualTo(new Claim.Finished("{\"output\":{}}"));
            keys.release(KEY);
            assertThat(keys.claim(KEY, "a", NOW, UNTIL)).isInstanceOf(Claim.Finished.class);
        }
    }

    @Test
    void aKeyThatWasReleasedIsFree() {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            store.keys().release(KEY);

            assertThat(store.keys().claim(KEY, "b", NOW, UNTIL)).isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aStoreThatIsOpenedWhenItIsNeededMakesNoFileBeforeAndRefusesALaterVersionsEachTime() throws Exception {
        SqliteRecoveryStore.in(file()).close();
        assertThat(file()).doesNotExist();
        try (Connection later = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = later.createStatement()) {
            statement.executeUpdate("pragma user_version = 1000");
        }
        try (SqliteRecoveryStore store = SqliteRecoveryStore.in(file())) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.keys().claim(KEY, "a", NOW, UNTIL))
                        .isInstanceOf(StoreUnavailableException.class);
            }
        }
        assertThatThrownBy(() -> SqliteRecoveryStore.open(file())).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aStoreThatIsClosedStaysSo() {
        SqliteRecoveryStore store = open();
        store.close();

        assertThatThrownBy(() -> store.keys().claim(KEY, "a", NOW, UNTIL))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aFileThatWasMovedAwayWhileItIsUsedIsNotWrittenToAnyMore() throws IOException {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            Files.move(file(), temp.resolve("moved.db"));

            assertThat(store.keys().claim(KEY, "b", NOW, UNTIL)).isEqualTo(new Claim.Granted());
            try (SqliteRecoveryStore others = open()) {
                assertThat(others.keys().claim(KEY, "b", NOW, UNTIL)).isEqualTo(new Claim.Running(UNTIL));
            }
        }
    }

    @Test
    void theSameKeyElsewhereIsAnotherKey() {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);

            for (KeyStore.Key other : List.of(
                    new KeyStore.Key("somebody", KEY.connector(), KEY.operation(), KEY.key()),
                    new KeyStore.Key(KEY.actor(), "local://tests/other", KEY.operation(), KEY.key()),
                    new KeyStore.Key(KEY.actor(), KEY.connector(), "refund", KEY.key()),
                    new KeyStore.Key(KEY.actor(), KEY.connector(), KEY.operation(), "order-18"))) {
                assertThat(store.keys().claim(other, "b", NOW, UNTIL)).isEqualTo(new Claim.Granted());
            }
        }
    }

    @Test
    void aKeyIsForgottenAfterADay() {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            store.keys().finish(KEY, "{}");
            Instant almost = NOW.plus(KeyStore.KEPT).minusMillis(1);

            assertThat(store.keys().claim(KEY, "a", almost, almost)).isEqualTo(new Claim.Finished("{}"));
            assertThat(store.keys().claim(KEY, "b", almost.plusMillis(1), almost.plusSeconds(9)))
                    .isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aKeyIsNotForgottenWhileItsCallRuns() {
        try (SqliteRecoveryStore store = open()) {
            Instant end = NOW.plus(Duration.ofHours(30));
            store.keys().claim(KEY, "a", NOW, end);

            assertThat(store.keys().claim(KEY, "a", end.minusMillis(1), end)).isEqualTo(new Claim.Running(end));
            assertThat(store.keys().claim(KEY, "a", end, end.plusSeconds(9))).isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aClockThatGoesBackwardsFreesNoKey() {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            Instant earlier = NOW.minus(Duration.ofDays(400));

            assertThat(store.keys().claim(KEY, "a", earlier, earlier)).isEqualTo(new Claim.Running(UNTIL));
            store.keys().finish(KEY, "{}");
            assertThat(store.keys().claim(KEY, "a", earlier, earlier)).isEqualTo(new Claim.Finished("{}"));
        }
    }

    @Test
    void whatWasWrittenIsThereForTheNextProcessAndForItsOwnerAlone() throws IOException {
        try (SqliteRecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            store.keys().finish(KEY, "{}");
        }
        try (SqliteRecoveryStore store = open()) {
            assertThat(store.keys().claim(KEY, "a", NOW, UNTIL)).isEqualTo(new Claim.Finished("{}"));
        }
        assertThat(Files.getPosixFilePermissions(file()))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void ofManyWhoWantAKeyOrATokenOneGetsIt() {
        ReversalStore.Token token =
                new ReversalStore.Token("audit-1", "token-1", "local://tests/rail", "charge", "refund", "{}", "{}");
        try (SqliteRecoveryStore first = open();
                SqliteRecoveryStore second = open()) {
            first.reversals().issue(token, NOW);
            List<SqliteRecoveryStore> stores = List.of(first, second);

            List<CompletableFuture<Boolean>> granted = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> stores.get(i % 2).keys().claim(KEY, "a", NOW, UNTIL) instanceof Claim.Granted))
                    .toList();
            List<CompletableFuture<Boolean>> redeemed = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> stores.get(i % 2).reversals().redeem("audit-1", "why", NOW)))
                    .toList();

            assertThat(granted.stream().filter(CompletableFuture::join)).hasSize(1);
            assertThat(redeemed.stream().filter(CompletableFuture::join)).hasSize(1);
        }
    }

    @Test
    void ofSeveralProcessesOneGetsTheKey() throws Exception {
        open().close();
        List<Process> processes = IntStream.range(0, 4)
                .mapToObj(i -> start(KeyClaimant.class, file().toString()))
                .toList();
        int granted = 0;
        for (Process process : processes) {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(said.lines()).hasSize(KeyClaimant.KEYS);
            granted += (int) said.lines().filter("granted"::equals).count();
        }
        assertThat(granted).isEqualTo(KeyClaimant.KEYS);
    }

    @Test
    void aTokenIsRedeemedOnceAndCanBeRestored() {
        ReversalStore.Token token = new ReversalStore.Token(
                "audit-1", "token-1", "local://tests/rail", "charge", "refund", "{\"a\":1}", "{}");
        try (SqliteRecoveryStore store = open()) {
            store.reversals().issue(token, NOW);

            assertThat(store.reversals().find("audit-1")).contains(token);
            assertThat(store.reversals().redeem("audit-1", "a mistake", NOW)).isTrue();
            assertThat(store.reversals().find("audit-1")).isEmpty();
            assertThat(store.reversals().redeem("audit-1", "again", NOW)).isFalse();
            store.reversals().restore("audit-1");
            assertThat(store.reversals().redeem("audit-1", "again", NOW)).isTrue();
            assertThat(store.reversals().redeem("audit-2", "another", NOW)).isFalse();
        }
    }

    @Test
    void aReviewWaitsUntilSomebodyResolvesIt() {
        try (SqliteRecoveryStore store = open()) {
            String id = store.reviews().open(review());
            store.reviews().open(review());

            assertThat(store.reviews().list(false)).hasSize(2);
            assertThat(store.reviews().resolve(id, "granted", NOW.plus(Duration.ofHours(1))))
                    .isTrue();
            assertThat(store.reviews().resolve(id, "again", NOW)).isFalse();
            assertThat(store.reviews().list(false)).extracting(Review::id).containsExactly("review-2");
            assertThat(store.reviews().list(true)).hasSize(2);
            assertThat(store.reviews().find(id).orElseThrow().resolution())
                    .contains(new ReviewStore.Resolution("granted", NOW.plus(Duration.ofHours(1))));
            for (String unknown : List.of("review-9", "9", "review-", "review-x", "review-99999999999999999999")) {
                assertThat(store.reviews().find(unknown)).isEmpty();
                assertThat(store.reviews().resolve(unknown, "", NOW)).isFalse();
            }
        }
    }

    @Test
    void aFileThatIsNoStoreIsSaidToBeOne() throws IOException {
        Files.writeString(file(), "this is no database, and it is long enough to be looked at as one, or so one hopes");

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("What recovery keeps cannot be read: its file is damaged, or something else");
    }

    private static Review review() {
        return new Review("", "policy_review", "policy_denied", "c", "o", "audit-1", "{}", NOW, Optional.empty());
    }

    private static Process start(Class<?> main, String... args) {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path file() {
        return temp.resolve("recovery.db");
    }

    private SqliteRecoveryStore open() {
        return SqliteRecoveryStore.open(file());
    }
}
