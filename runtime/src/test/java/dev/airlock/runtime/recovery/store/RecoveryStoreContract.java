package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.ReviewStore.Review;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every recovery store. */
public abstract class RecoveryStoreContract {
    public static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    public static final Instant UNTIL = NOW.plusSeconds(30);
    public static final KeyStore.Key KEY = new KeyStore.Key("local", "local://tests/rail", "charge", "order-17");

    /** Opens the same store each time; it is empty at first. */
    public abstract RecoveryStore open();

    @Test
    void aKeyIsGrantedOnceAndThenTellsWhatItCameTo() {
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            store.keys().release(KEY);

            assertThat(store.keys().claim(KEY, "b", NOW, UNTIL)).isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aStoreThatIsClosedStaysSo() {
        RecoveryStore store = open();
        store.close();

        assertThatThrownBy(() -> store.keys().claim(KEY, "a", NOW, UNTIL))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void theSameKeyElsewhereIsAnotherKey() {
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
            Instant end = NOW.plus(Duration.ofHours(30));
            store.keys().claim(KEY, "a", NOW, end);

            assertThat(store.keys().claim(KEY, "a", end.minusMillis(1), end)).isEqualTo(new Claim.Running(end));
            assertThat(store.keys().claim(KEY, "a", end, end.plusSeconds(9))).isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aClockThatGoesBackwardsFreesNoKey() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, "a", NOW, UNTIL);
            Instant earlier = NOW.minus(Duration.ofDays(400));

            assertThat(store.keys().claim(KEY, "a", earlier, earlier)).isEqualTo(new Claim.Running(UNTIL));
            store.keys().finish(KEY, "{}");
            assertThat(store.keys().claim(KEY, "a", earlier, earlier)).isEqualTo(new Claim.Finished("{}"));
        }
    }

    @Test
    void aTokenIsRedeemedOnceAndCanBeRestored() {
        ReversalStore.Token token = new ReversalStore.Token(
                "audit-1", "token-1", "local://tests/rail", "charge", "refund", "{\"a\":1}", "{}");
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
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
    void ofManyThreadsThatWantAKeyOneGetsIt() {
        try (RecoveryStore store = open()) {
            List<CompletableFuture<Boolean>> granted = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> store.keys().claim(KEY, "a", NOW, UNTIL) instanceof Claim.Granted))
                    .toList();

            assertThat(granted.stream().filter(CompletableFuture::join)).hasSize(1);
        }
    }

    @Test
    void aCircuitIsWhatItWasLastSaidToBe() {
        CircuitStore.Circuit open =
                new CircuitStore.Circuit("local://tests/b", "a.example:443", "open", 503, "", NOW, UNTIL);
        CircuitStore.Circuit closed =
                new CircuitStore.Circuit("local://tests/b", "a.example:443", "closed", 0, "", UNTIL, UNTIL);
        CircuitStore.Circuit other =
                new CircuitStore.Circuit("local://tests/a", "b.example:443", "half_open", 0, "refused", NOW, UNTIL);
        try (RecoveryStore store = open()) {
            store.circuits().put(open);
            store.circuits().put(closed);
            store.circuits().put(other);

            assertThat(store.circuits().find("local://tests/b", "a.example:443"))
                    .contains(closed);
            assertThat(store.circuits().find("local://tests/a", "a.example:443"))
                    .isEmpty();
            assertThat(store.circuits().list()).containsExactly(other, closed);
        }
    }

    private static Review review() {
        return new Review("", "policy_review", "policy_denied", "c", "o", "audit-1", "{}", NOW, Optional.empty());
    }
}
