package dev.airlock.runtime.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.Backoff.Growth;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.Jitter;
import dev.airlock.runtime.recovery.policy.RetryAfter;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.api.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every call, for any world and any policy. */
class EnginePropertiesTest {
    private static final int CALLS = Boolean.getBoolean("airlock.full") ? 10_000 : 200;

    /** A policy, a world, and the result of recovery. */
    private record Story(
            long seed,
            RetryPolicy policy,
            ScriptedTarget target,
            List<RecoveryEvent> events,
            Result result,
            Duration took) {
        static Story of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            VirtualTime time = new VirtualTime();
            RetryPolicy policy = policy(random);
            ScriptedTarget target = new ScriptedTarget(time, seed, Duration.ofMillis(random.nextInt(500, 30_000)));
            List<RecoveryEvent> events = new ArrayList<>();
            RecoveryHandler handler = new RecoveryHandler() {
                @Override
                public CredentialRefresh.Result refreshCredential(Incident incident) {
                    return new CredentialRefresh.Result.Fresh();
                }
            };
            RecoveryEngine engine = new RecoveryEngine(time, new RandomSource(random::nextBytes), handler);
            CallSource source = List.of(CallSource.values()).get(random.nextInt(2));
            Result result = engine.run(
                    RecoveryCall.of(target, RecoveryBench.json("{}"))
                            .from(source)
                            .with(policy),
                    Journal.none().and(events::add));
            return new Story(seed, policy, target, events, result, time.elapsed());
        }

        private static RetryPolicy policy(SplittableRandom random) {
            Growth growth = List.of(Growth.values()).get(random.nextInt(Growth.values().length));
            Duration base = Duration.ofMillis(random.nextInt(1, 3_000));
            Backoff backoff = Backoff.of(growth, base).withCap(base.multipliedBy(random.nextInt(1, 5)));
            double least = random.nextDouble(0.5, 1);
            EnumSet<Verdict> listed = EnumSet.noneOf(Verdict.class);
            Stream.of(Verdict.values())
                    .filter(verdict -> verdict.mayBeRetried() && random.nextInt(5) > 0)
                    .forEach(listed::add);
            return new RetryPolicy(
                    random.nextInt(6), backoff, new Jitter(least, random.nextDouble(1, 2)), listed, Optional.empty());
        }

        Stream<RecoveryEvent.RetryScheduled> scheduled() {
            return events.stream()
                    .filter(RecoveryEvent.RetryScheduled.class::isInstance)
                    .map(RecoveryEvent.RetryScheduled.class::cast);
        }

        Failure failure(int attempt) {
            return ((Outcome.Failed) target.outcomes.get(attempt - 1)).failure();
        }

        @Override
        public String toString() {
            return "seed " + seed;
        }
    }

    static Stream<Story> stories() {
        return IntStream.range(0, CALLS).mapToObj(Story::of);
    }

    @ParameterizedTest
    @MethodSource("stories")
    void staysWithinItsBounds(Story story) {
        assertThat(story.took()).isLessThanOrEqualTo(story.target().wallTime());
        assertThat(story.scheduled().count()).isLessThanOrEqualTo(story.policy().max());
        assertThat(story.target().calls)
                .hasSizeLessThanOrEqualTo(1 + story.policy().max() + 1);
        assertThat(story.target().calls.stream()
                        .map(call -> call.idempotencyKey())
                        .distinct())
                .hasSize(1);
        assertThat(story.target().calls.stream().map(call -> call.auditId())).doesNotHaveDuplicates();
        story.scheduled().forEach(retry -> assertPause(story, retry));
    }

    private static void assertPause(Story story, RecoveryEvent.RetryScheduled retry) {
        Failure failure = story.failure(retry.attempt() - 1);
        if (retry.byService()) {
            assertThat(RetryAfter.parse(String.valueOf(failure.details().get("retry_after")), VirtualTime.START))
                    .contains(retry.pause());
            return;
        }
        int number = retry.attempt() - 1;
        assertThat(retry.pause().toMillis())
                .isBetween(
                        bound(story, number, story.policy().jitter().least()) - 1,
                        bound(story, number, story.policy().jitter().most()) + 1);
    }

    private static long bound(Story story, int retry, double factor) {
        return Math.round(story.policy().backoff().pause(retry).toMillis() * factor);
    }

    @ParameterizedTest
    @MethodSource("stories")
    void repeatsNothingThatIsNotRetriableUnlessThePolicyListsIt(Story story) {
        story.scheduled().forEach(retry -> {
            Failure failure = story.failure(retry.attempt() - 1);
            boolean listed = failure.details().get("status") instanceof Long status
                    && List.of(408L, 409L, 425L).contains(status);
            assertThat(failure.retriable() || listed).isTrue();
            assertThat(failure.details()).doesNotContainEntry("should_retry", "false");
        });
    }

    @ParameterizedTest
    @MethodSource("stories")
    void tellsWhatItDecidesBeforeItIsDone(Story story) {
        List<String> names =
                story.events().stream().map(RecoveryEvent::wireName).toList();
        int failed = (int) story.target().outcomes.stream()
                .filter(Outcome.Failed.class::isInstance)
                .count();
        assertThat(names.stream().filter("failure_classified"::equals)).hasSize(failed);
        if (!names.isEmpty()) {
            assertThat(names.get(0)).isEqualTo("failure_classified");
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals("retry_started")) {
                assertThat(names.get(i - 1)).isIn("retry_scheduled", "recovery_chosen");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void theSameInputsGiveTheSameDecisions(Story story) {
        Story again = Story.of(story.seed());

        assertThat(again.events()).isEqualTo(story.events());
        assertThat(again.result()).isEqualTo(story.result());
    }

    @ParameterizedTest
    @MethodSource("stories")
    void aFailureKeepsItsClassAndTellsItsHistory(Story story) {
        if (story.result() instanceof Result.Failed failed) {
            int attempts = story.target().calls.size();
            Failure last = story.failure(attempts);
            assertThat(failed.failure().failureClass()).isEqualTo(last.failureClass());
            assertThat(failed.failure().boundary()).isEqualTo(last.boundary());
            Failure ofWholeCall = last.withSideEffects(failed.sideEffects());
            assertThat(failed.failure().message()).startsWith(ofWholeCall.message());
            assertThat(failed.failure().details()).containsAllEntriesOf(ofWholeCall.details());
            assertThat(failed.failure().retriable() && !last.retriable()).isFalse();
            assertThat(failed.failure().details().get("retried")).isEqualTo(attempts == 1 ? null : attempts - 1L);
        }
    }
}
