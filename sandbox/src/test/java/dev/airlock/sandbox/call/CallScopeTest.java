package dev.airlock.sandbox.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.LimitName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallScopeTest {
    private final FakeNanoClock clock = new FakeNanoClock();
    private final CallScope scope = new CallScope(clock, 1_000, 1_000_000);
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    @AfterEach
    void leaveNoThread() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void goesOnUntilItsDeadline() {
        clock.advance(Duration.ofSeconds(1).minusNanos(1));

        assertThatCode(scope::check).doesNotThrowAnyException();
        assertThat(scope.remainingNanos()).isEqualTo(1);
        assertThat(scope.elapsedNanos()).isEqualTo(999_999_999);
        assertThat(scope.hostTermination()).isEmpty();
    }

    @Test
    void endsAtItsDeadlineWithTheTimeItTook() {
        clock.advance(Duration.ofSeconds(1));
        assertThat(terminationOf(scope::check)).isEqualTo(WallTime.reached(1_000, 1_000));

        CallScope late = new CallScope(clock, 1_000, 1);
        clock.advance(Duration.ofMillis(1_750));
        assertThat(terminationOf(late::check)).isEqualTo(WallTime.reached(1_000, 1_750));
    }

    @Test
    void expiringEarlyReportsNoLessThanTheLimit() {
        scope.expire();

        assertThat(scope.hostTermination()).contains(WallTime.reached(1_000, 1_000));
    }

    @Test
    void theFirstEndingCounts() {
        Termination.Denied denied = new Termination.Denied(new Denial("asked for x", "x", List.of(), ""));

        assertThat(scope.end(denied).termination()).isEqualTo(denied);
        assertThat(scope.end(new Termination.BindingMissing("api_key", Optional.empty(), "Bind one."))
                        .termination())
                .isEqualTo(denied);
        scope.cancel();
        scope.expire();
        clock.advance(Duration.ofHours(1));

        assertThat(scope.hostTermination()).contains(denied);
        assertThat(terminationOf(scope::check)).isEqualTo(denied);
    }

    @Test
    void aCancellationIsNoExpiry() {
        scope.cancel();
        clock.advance(Duration.ofHours(1));

        assertThat(terminationOf(scope::check)).isEqualTo(new Termination.Cancelled());
    }

    @Test
    void oneEndingWinsWhenThreadsRace() throws Exception {
        for (int round = 0; round < 500; round++) {
            CallScope raced = new CallScope(clock, 1_000, 1);
            AtomicInteger hooked = new AtomicInteger();
            raced.onEnd(hooked::incrementAndGet);
            CyclicBarrier start = new CyclicBarrier(4);
            List<Future<Termination>> endings = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Termination.ByHost mine = new Termination.LimitReached(LimitName.EXCHANGES, 50, 51 + i);
                endings.add(threads.submit(() -> {
                    start.await();
                    return raced.end(mine).termination();
                }));
            }

            for (Future<Termination> termination : endings) {
                Termination told = termination.get(5, TimeUnit.MINUTES);
                assertThat(raced.hostTermination()).contains((Termination.ByHost) told);
            }
            assertThat(hooked).hasValue(1);
        }
    }

    @Test
    void sleepsInsideItsDeadline() {
        long before = System.nanoTime();

        scope.sleep(TimeUnit.MILLISECONDS.toNanos(3));

        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(3));
        assertThat(scope.hostTermination()).isEmpty();
    }

    @Test
    void aSleepBeyondTheDeadlineEndsAtTheDeadline() {
        CallScope brief = new CallScope(clock, 2, 1);
        long before = System.nanoTime();

        assertThat(terminationOf(() -> brief.sleep(Long.MAX_VALUE))).isEqualTo(WallTime.reached(2, 2));
        assertThat(System.nanoTime() - before)
                .isBetween(TimeUnit.MILLISECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(30));
    }

    @Test
    void aSleepAfterTheDeadlineEndsAtOnce() {
        clock.advance(Duration.ofSeconds(2));

        assertThat(terminationOf(() -> scope.sleep(1))).isEqualTo(WallTime.reached(1_000, 2_000));
    }

    @Test
    void aCancellationWakesASleeper() throws Exception {
        CallScope patient = new CallScope(clock, TimeUnit.HOURS.toMillis(1), 1);
        Future<Termination> sleeper =
                threads.submit(() -> terminationOf(() -> patient.sleep(TimeUnit.MINUTES.toNanos(30))));

        patient.cancel();

        assertThat(sleeper.get(5, TimeUnit.MINUTES)).isEqualTo(new Termination.Cancelled());
    }

    @Test
    void anInterruptionCancelsAndKeepsItsFlag() {
        Thread.currentThread().interrupt();

        Termination termination = terminationOf(() -> scope.sleep(TimeUnit.MILLISECONDS.toNanos(900)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(termination).isEqualTo(new Termination.Cancelled());
    }

    @Test
    void hooksRunOnceInTheirOrder() {
        List<String> ran = new ArrayList<>();
        scope.onEnd(() -> ran.add("first"));
        Runnable takeBack = scope.onEnd(() -> ran.add("taken back"));
        scope.onEnd(() -> ran.add("second"));
        takeBack.run();
        takeBack.run();

        scope.cancel();
        scope.expire();

        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void takingBackOneOfTwoEqualHooksLeavesTheOther() {
        AtomicInteger ran = new AtomicInteger();
        Runnable action = ran::incrementAndGet;
        scope.onEnd(action);
        scope.onEnd(action).run();

        scope.cancel();

        assertThat(ran).hasValue(1);
    }

    @Test
    void aHookThatComesLateRunsAtOnce() {
        AtomicInteger ran = new AtomicInteger();
        scope.cancel();

        Runnable takeBack = scope.onEnd(ran::incrementAndGet);
        takeBack.run();

        assertThat(ran).hasValue(1);
    }

    @Test
    void aHookSeesTheEndingThatCounts() {
        List<Object> seen = new ArrayList<>();
        scope.onEnd(() -> seen.add(scope.hostTermination().orElseThrow()));

        scope.cancel();

        assertThat(seen).containsExactly(new Termination.Cancelled());
    }

    @Test
    void aHookRunsAtMostOnceHoweverEndAndTakingBackRace() throws Exception {
        for (int round = 0; round < 500; round++) {
            CallScope raced = new CallScope(clock, 1_000, 1);
            AtomicInteger kept = new AtomicInteger();
            AtomicInteger taken = new AtomicInteger();
            CyclicBarrier start = new CyclicBarrier(3);
            Runnable takeBack = raced.onEnd(taken::incrementAndGet);
            Future<?> termination = threads.submit(() -> {
                start.await();
                raced.cancel();
                return null;
            });
            Future<?> taking = threads.submit(() -> {
                start.await();
                takeBack.run();
                return null;
            });
            Future<?> adding = threads.submit(() -> {
                start.await();
                raced.onEnd(kept::incrementAndGet);
                return null;
            });
            for (Future<?> each : List.of(termination, taking, adding)) {
                each.get(5, TimeUnit.MINUTES);
            }
            assertThat(kept).as("kept").hasValue(1);
            assertThat(taken.get()).as("taken back").isLessThanOrEqualTo(1);
        }
    }

    @Test
    void anEndingTravelsWithoutAStackTrace() {
        assertThat(scope.end(new Termination.Cancelled()).getStackTrace()).isEmpty();
        assertThat(CallEnded.exit(0xFFFF_FFFFL).termination()).isEqualTo(new Termination.Exited(4_294_967_295L));
    }

    @Test
    void anExitIsNoEndingOfTheHosts() {
        CallEnded exit = CallEnded.exit(0);

        assertThat(exit.termination()).isInstanceOf(Termination.ByGuest.class);
        assertThat(scope.hostTermination()).isEmpty();
    }

    private static Termination terminationOf(Runnable action) {
        return catchThrowableOfType(CallEnded.class, action::run).termination();
    }
}
