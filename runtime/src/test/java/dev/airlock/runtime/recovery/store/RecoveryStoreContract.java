package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.KeyStore.Claimant;
import dev.airlock.runtime.recovery.store.KeyStore.Sending;
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

    public static final String CALL = "audit-1";
    public static final KeyStore.Sending POST = new KeyStore.Sending(1, "POST", "rail.example:443", true);

    /** Opens the same store each time; it is empty at first. */
    public abstract RecoveryStore open();

    @Test
    void aKeyIsGrantedOnceAndThenTellsWhatItCameTo() {
        try (RecoveryStore store = open()) {
            KeyStore keys = store.keys();

            assertThat(keys.claim(KEY, by("a", UNTIL), NOW)).isEqualTo(new Claim.Granted());
            assertThat(keys.claim(KEY, by("a", UNTIL), NOW)).isEqualTo(new Claim.Running(UNTIL));
            assertThat(keys.claim(KEY, by("b", UNTIL), NOW)).isEqualTo(new Claim.OtherArguments());
            assertThat(keys.claim(KEY, by("a", UNTIL.plusSeconds(30)), UNTIL))
                    .isEqualTo(new Claim.InDoubt(CALL, Optional.of(List.of()), Optional.empty()));
            keys.finish(KEY, CALL, "{\"output\":{}}");
            assertThat(keys.claim(KEY, by("a", UNTIL), NOW)).isEqualTo(new Claim.Finished("{\"output\":{}}"));
            keys.release(KEY, CALL);
            assertThat(keys.claim(KEY, by("a", UNTIL), NOW)).isInstanceOf(Claim.Finished.class);
        }
    }

    @Test
    void aCallInDoubtIsTakenOverOnceWithWhatItSent() {
        Claimant second = new Claimant("audit-2", "a", UNTIL.plusSeconds(60));
        Sending put = new Sending(2, "PUT", "rail.example:443", false);
        Claim.InDoubt doubt = new Claim.InDoubt(CALL, Optional.of(List.of(POST)), Optional.empty());
        try (RecoveryStore store = open()) {
            KeyStore keys = store.keys();
            keys.claim(KEY, by("a", UNTIL), NOW);

            assertThat(keys.sending(KEY, CALL, POST)).isTrue();
            assertThat(keys.takeOver(KEY, doubt, second, UNTIL.minusMillis(1)))
                    .as("it still runs")
                    .isFalse();
            assertThat(keys.claim(KEY, second, UNTIL)).isEqualTo(doubt);
            assertThat(keys.takeOver(KEY, doubt, new Claimant("audit-2", "other", UNTIL), UNTIL))
                    .isFalse();
            assertThat(keys.takeOver(KEY, doubt, second, UNTIL)).isTrue();
            assertThat(keys.takeOver(KEY, doubt, second, UNTIL)).isFalse();
            assertThat(keys.claim(KEY, by("a", UNTIL), UNTIL)).isEqualTo(new Claim.Running(second.until()));
            assertThat(keys.sending(KEY, "audit-2", put)).isTrue();
            assertThat(keys.claim(KEY, by("a", UNTIL), second.until()))
                    .isEqualTo(new Claim.InDoubt("audit-2", Optional.of(List.of(POST, put)), Optional.empty()));
        }
    }

    @Test
    void aCallThatSentMoreThanWasSeenIsNotTakenOver() {
        Claim.InDoubt seen = new Claim.InDoubt(CALL, Optional.of(List.of()), Optional.empty());
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            store.keys().sending(KEY, CALL, POST);

            assertThat(store.keys().takeOver(KEY, seen, new Claimant("audit-2", "a", UNTIL.plusSeconds(9)), UNTIL))
                    .isFalse();
            assertThat(store.keys().finish(KEY, CALL, "{}")).isTrue();
        }
    }

    @Test
    void aCallThatLostItsKeyCanNeitherSendNorEndIt() {
        Claimant second = new Claimant("audit-2", "a", UNTIL.plusSeconds(60));
        try (RecoveryStore store = open()) {
            KeyStore keys = store.keys();
            keys.claim(KEY, by("a", UNTIL), NOW);
            keys.takeOver(KEY, new Claim.InDoubt(CALL, Optional.of(List.of()), Optional.empty()), second, UNTIL);

            assertThat(keys.sending(KEY, CALL, POST)).isFalse();
            assertThat(keys.finish(KEY, CALL, "{\"late\":1}")).isFalse();
            assertThat(keys.release(KEY, CALL)).isFalse();
            keys.reviewed(KEY, CALL, "review-1");
            assertThat(keys.claim(KEY, by("a", UNTIL), second.until()))
                    .isEqualTo(new Claim.InDoubt("audit-2", Optional.of(List.of()), Optional.empty()));
            assertThat(keys.finish(KEY, "audit-2", "{}")).isTrue();
            assertThat(keys.claim(KEY, by("a", UNTIL), UNTIL)).isEqualTo(new Claim.Finished("{}"));
        }
    }

    @Test
    void theReviewOfACallInDoubtIsKnownToTheNextOne() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            store.keys().reviewed(KEY, CALL, "review-7");

            assertThat(store.keys().claim(KEY, by("a", UNTIL), UNTIL))
                    .isEqualTo(new Claim.InDoubt(CALL, Optional.of(List.of()), Optional.of("review-7")));
        }
    }

    @Test
    void aKeyIsEndedOnceAndNothingIsSentAfterwards() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);

            assertThat(store.keys().finish(KEY, CALL, "{}")).isTrue();
            assertThat(store.keys().finish(KEY, CALL, "{\"other\":1}")).isFalse();
            assertThat(store.keys().release(KEY, CALL)).isFalse();
            assertThat(store.keys().sending(KEY, CALL, POST)).isFalse();
            assertThat(store.keys().claim(KEY, by("a", UNTIL), NOW)).isEqualTo(new Claim.Finished("{}"));
        }
    }

    @Test
    void aKeyThatWasReleasedIsFree() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            store.keys().release(KEY, CALL);

            assertThat(store.keys().claim(KEY, by("b", UNTIL), NOW)).isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aStoreThatIsClosedStaysSo() {
        RecoveryStore store = open();
        store.close();

        assertThatThrownBy(() -> store.keys().claim(KEY, by("a", UNTIL), NOW))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void theSameKeyElsewhereIsAnotherKey() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);

            for (KeyStore.Key other : List.of(
                    new KeyStore.Key("somebody", KEY.connector(), KEY.operation(), KEY.key()),
                    new KeyStore.Key(KEY.actor(), "local://tests/other", KEY.operation(), KEY.key()),
                    new KeyStore.Key(KEY.actor(), KEY.connector(), "refund", KEY.key()),
                    new KeyStore.Key(KEY.actor(), KEY.connector(), KEY.operation(), "order-18"))) {
                assertThat(store.keys().claim(other, by("b", UNTIL), NOW)).isEqualTo(new Claim.Granted());
            }
        }
    }

    @Test
    void aKeyIsForgottenAfterADay() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            store.keys().finish(KEY, CALL, "{}");
            Instant almost = NOW.plus(KeyStore.KEPT).minusMillis(1);

            assertThat(store.keys().claim(KEY, by("a", almost), almost)).isEqualTo(new Claim.Finished("{}"));
            assertThat(store.keys().claim(KEY, by("b", almost.plusSeconds(9)), almost.plusMillis(1)))
                    .isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aKeyIsNotForgottenWhileItsCallRuns() {
        try (RecoveryStore store = open()) {
            Instant end = NOW.plus(Duration.ofHours(30));
            store.keys().claim(KEY, by("a", end), NOW);

            assertThat(store.keys().claim(KEY, by("a", end), end.minusMillis(1)))
                    .isEqualTo(new Claim.Running(end));
            assertThat(store.keys().claim(KEY, by("a", end.plusSeconds(9)), end))
                    .isEqualTo(new Claim.Granted());
        }
    }

    @Test
    void aClockThatGoesBackwardsFreesNoKey() {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            Instant earlier = NOW.minus(Duration.ofDays(400));

            assertThat(store.keys().claim(KEY, by("a", earlier), earlier)).isEqualTo(new Claim.Running(UNTIL));
            store.keys().finish(KEY, CALL, "{}");
            assertThat(store.keys().claim(KEY, by("a", earlier), earlier)).isEqualTo(new Claim.Finished("{}"));
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
                            () -> store.keys().claim(KEY, by("a", UNTIL), NOW) instanceof Claim.Granted))
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

    /** Returns a call with these arguments; all have the same id. */
    public static Claimant by(String argsHash, Instant until) {
        return new Claimant(CALL, argsHash, until);
    }

    private static Review review() {
        return new Review("", "policy_review", "policy_denied", "c", "o", "audit-1", "{}", NOW, Optional.empty());
    }
}
