package dev.airlock.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.state.CallState.Once;
import dev.airlock.sandbox.time.Clock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operations of a call on its state, whichever store keeps it. */
public abstract class CallStateContract {
    private static final byte[] KEY = bytes("key");
    private static final int KEYS = 200;

    @SuppressWarnings("NullAway.Init")
    private StateStore store;

    private final FakeNanoClock clock = new FakeNanoClock(TimeUnit.DAYS.toNanos(20_000));
    private CallScope scope = scope();

    /** Returns an empty store. */
    public abstract StateStore newStore();

    @BeforeEach
    void open() {
        store = newStore();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void givesEachClaimToOneOfSeveralThreads() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                CallState state = call("call " + i);
                counts.add(callers.submit(() -> claims(state)));
            }
            int all = 0;
            for (Future<Integer> count : counts) {
                all += count.get();
            }
            assertThat(all).isEqualTo(KEYS);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void isClosedForGood() {
        store.close();

        assertThatThrownBy(() -> call("a").get(KEY)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000, 100_000})
    void givesBackWhatWasPut(int size) {
        byte[] value = new byte[size];
        call("a").put(KEY, value, 0);
        assertThat(call("b").get(KEY))
                .hasValueSatisfying(found -> assertThat(found).isEqualTo(value));
    }

    @Test
    void takesAnyBytesAsAKeyAndTellsThemApart() {
        CallState state = call("a");
        state.put(new byte[] {0}, bytes("zero"), 0);
        state.put(new byte[] {0, 0}, bytes("two zeros"), 0);
        state.put(new byte[] {(byte) 0xff}, bytes("no text"), 0);
        assertThat(state.get(new byte[] {0}))
                .hasValueSatisfying(found -> assertThat(found).isEqualTo(bytes("zero")));
        assertThat(state.get(new byte[] {(byte) 0xff})).isPresent();
        assertThat(state.get(new byte[] {(byte) 0xfe})).isEmpty();
        state.delete(new byte[] {0});
        assertThat(state.get(new byte[] {0})).isEmpty();
        assertThat(state.get(new byte[] {0, 0})).isPresent();
        state.delete(new byte[] {0});
    }

    @Test
    void keepsAValueForAsLongAsItSays() {
        call("a").put(KEY, bytes("v"), 1_000);
        after(999);
        assertThat(call("a").get(KEY)).isPresent();
        after(1);
        assertThat(call("a").get(KEY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void keepsAValueWithoutEnd(long ttlMillis) {
        call("a").put(KEY, bytes("v"), ttlMillis);
        after(TimeUnit.DAYS.toMillis(10_000));
        assertThat(call("a").get(KEY)).isPresent();
    }

    @Test
    void connectorsDoNotSeeEachOther() {
        CallState other = new CallState(store, "other", "a", scope, Limits.defaults(), clock);
        call("a").put(KEY, bytes("v"), 0);
        call("a").once(KEY, 0);
        assertThat(other.get(KEY)).isEmpty();
        assertThat(other.once(KEY, 0)).isEqualTo(Once.NEW);
        other.delete(KEY);
        other.finish(true);
        assertThat(call("a").get(KEY)).isPresent();
        assertThat(call("a").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
    }

    @Test
    void endsTheCallThatWouldKeepTooManyBytes() {
        Limits limits = Limits.defaults().with(LimitName.STATE, 100);
        CallState state = new CallState(store, "tests", "a", scope, limits, clock);
        state.put(KEY, new byte[97], 0);
        state.put(KEY, new byte[97], 0);
        assertThat(termination(() -> state.put(bytes("k"), new byte[0], 0)))
                .isEqualTo(new Termination.LimitReached(LimitName.STATE, 100, 101));
        scope = scope();
        assertThat(call("b").get(bytes("k"))).isEmpty();
    }

    @Test
    void endsTheCallThatWouldKeepTooManyKeys() {
        Limits limits = Limits.defaults().with(LimitName.STATE_KEYS, 2);
        CallState state = new CallState(store, "tests", "a", scope, limits, clock);
        state.put(bytes("1"), new byte[0], 0);
        assertThat(state.once(bytes("2"), 0)).isEqualTo(Once.NEW);
        assertThat(termination(() -> state.once(bytes("3"), 0)))
                .isEqualTo(new Termination.LimitReached(LimitName.STATE_KEYS, 2, 3));
        scope = scope();
        assertThat(call("b").once(bytes("3"), 0)).isEqualTo(Once.NEW);
    }

    @Test
    void whatHasEndedTakesNoRoom() {
        Limits limits = Limits.defaults().with(LimitName.STATE_KEYS, 1);
        CallState state = new CallState(store, "tests", "a", scope, limits, clock);
        for (int i = 0; i < 5; i++) {
            state.put(bytes("key " + i), new byte[10], 10);
            after(10);
        }
        assertThat(state.once(bytes("claim"), 10)).isEqualTo(Once.NEW);
    }

    @Test
    void aClaimIsDoneOnceItsCallHasSucceeded() {
        CallState first = call("a");
        assertThat(first.once(KEY, 0)).isEqualTo(Once.NEW);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        first.finish(true);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.DONE);
        assertThat(call("a").once(KEY, 0)).isEqualTo(Once.DONE);
    }

    @Test
    void aSecondAttemptIsToldThatItIsInDoubtAndSettlesItByItsSuccess() {
        CallState first = call("a");
        first.once(KEY, 0);
        scope.evidence().requestGoesOut();
        first.finish(false);

        scope = scope();
        CallState second = call("a");
        assertThat(second.once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        second.finish(true);

        assertThat(call("c").once(KEY, 0)).isEqualTo(Once.DONE);
    }

    @Test
    void aCallNeverSettlesTheClaimOfAnother() {
        CallState first = call("a");
        first.once(KEY, 0);
        scope.evidence().requestGoesOut();
        first.finish(false);

        scope = scope();
        CallState other = call("b");
        assertThat(other.once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        other.finish(true);

        assertThat(call("c").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
    }

    @Test
    void aCallThatAsksTwiceIsToldThatItHasBegun() {
        CallState state = call("a");
        assertThat(state.once(KEY, 0)).isEqualTo(Once.NEW);
        assertThat(state.once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
    }

    @Test
    void aClaimIsTakenBackIfNothingWentOut() {
        CallState first = call("a");
        first.once(KEY, 0);
        first.finish(false);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.NEW);
    }

    @Test
    void onlyTheClaimsOfThisAttemptAreTakenBack() {
        CallState first = call("a");
        first.once(KEY, 0);
        scope.evidence().requestGoesOut();
        first.finish(false);

        scope = scope();
        CallState second = call("a");
        second.once(KEY, 0);
        second.once(bytes("another"), 0);
        second.finish(false);

        assertThat(call("a").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        assertThat(call("a").once(bytes("another"), 0)).isEqualTo(Once.NEW);
    }

    @Test
    void aClaimHoldsForAsLongAsItSays() {
        CallState first = call("a");
        first.once(KEY, 1_000);
        first.finish(true);
        after(999);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.DONE);
        after(1);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.NEW);
    }

    @Test
    void nothingLastsOnceTheCallHasEnded() {
        CallState state = call("a");
        state.once(KEY, 0);
        scope.cancel();
        assertThat(termination(() -> state.put(KEY, bytes("late"), 0))).isEqualTo(new Termination.Cancelled());
        assertThat(termination(() -> state.delete(KEY))).isEqualTo(new Termination.Cancelled());
        scope = scope();
        assertThat(call("b").get(KEY)).isEmpty();
    }

    @Test
    void nothingLastsOnceTheCallIsFinished() {
        CallState state = call("a");
        state.finish(true);
        assertThatThrownBy(() -> state.put(KEY, bytes("late"), 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> state.once(KEY, 0)).isInstanceOf(IllegalStateException.class);
        assertThat(call("b").get(KEY)).isEmpty();
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.NEW);
    }

    @Test
    void finishingTwiceDoesNothing() {
        CallState state = call("a");
        state.once(KEY, 0);
        state.finish(true);
        state.finish(false);
        assertThat(call("b").once(KEY, 0)).isEqualTo(Once.DONE);
    }

    private static int claims(CallState state) {
        int claims = 0;
        for (int i = 0; i < KEYS; i++) {
            claims += state.once(bytes("key " + i), 0) == Once.NEW ? 1 : 0;
        }
        return claims;
    }

    private CallState call(String idempotencyKey) {
        return new CallState(store, "tests", idempotencyKey, scope, Limits.defaults(), clock);
    }

    private void after(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    private static CallScope scope() {
        return new CallScope(Clock.SYSTEM, 20_000, 1_000_000);
    }

    private static Termination termination(Runnable action) {
        return catchThrowableOfType(CallEnded.class, action::run).termination();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
