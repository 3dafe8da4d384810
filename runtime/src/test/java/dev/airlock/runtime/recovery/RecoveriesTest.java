package dev.airlock.runtime.recovery;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.Effect;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.RecoveryCall.Identity;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.keys.ArgsHash;
import dev.airlock.runtime.recovery.keys.Conversations;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.runtime.recovery.result.Attempt;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys, reversals, fallbacks and cancellation, on real connectors, sockets and stores. */
class RecoveriesTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String LOST =
            "[[exchange]]\nmatch = { path = \"/messages\" }\nfault = \"reset_after_request\"\ntimes = 1\n";
    private static final ObjectNode POST = errandsOf("POST /messages");
    private static final ObjectNode POST_WITH_KEY = errandsOf("POST+header /messages");
    private static final Executor THREAD_EACH = task -> new Thread(task, "test-caller").start();

    @TempDir
    Path temp;

    @Test
    void aConcurrentDuplicateWaitsForTheFirstAndGetsItsOutcome() {
        try (RecoveryBench bench =
                bench("[[exchange]]\nrespond = { status = 200, body = '{}' }\ndelay = \"300ms\"\n")) {
            Recoveries recoveries = onRealTime(bench);
            ConnectorTarget target = bench.errands("");

            List<CompletableFuture<Result>> results = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> recoveries.run(RecoveryCall.of(target, POST).as(Identity.ofKey("order-1234"))),
                            THREAD_EACH))
                    .toList();

            assertThat(results).allSatisfy(result -> assertThat(result.join()).isInstanceOf(Result.Succeeded.class));
            assertThat(results.stream()
                            .map(result -> ((Result.Succeeded) result.join()).recorded())
                            .filter(Optional::isEmpty))
                    .hasSize(1);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aDuplicateThatWaitsTooLongEndsAtItsWallTime() {
        try (RecoveryBench bench = bench(OK)) {
            bench.store
                    .keys()
                    .claim(
                            new dev.airlock.runtime.recovery.store.KeyStore.Key(
                                    "local", "local://tests/errands", "run", "order-1234"),
                            new dev.airlock.runtime.recovery.store.KeyStore.Claimant(
                                    "", ArgsHash.of(POST), bench.time.now().plus(Duration.ofHours(1))),
                            bench.time.now());

            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), POST).as(Identity.ofKey("order-1234")));

            assertThat(result.failure().details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("key_state", "running");
            assertThat(bench.time.elapsed()).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30));
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void aDuplicateThatItsCallerGivesLessTimeSaysSoAndWhatItWaitedFor() {
        try (RecoveryBench bench = bench(OK)) {
            bench.store
                    .keys()
                    .claim(
                            new dev.airlock.runtime.recovery.store.KeyStore.Key(
                                    "local", "local://tests/errands", "run", "order-1234"),
                            new dev.airlock.runtime.recovery.store.KeyStore.Claimant(
                                    "", ArgsHash.of(POST), bench.time.now().plus(Duration.ofHours(1))),
                            bench.time.now());
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST).as(Identity.ofKey("order-1234"));

            Result.Failed result = (Result.Failed) bench.recoveries().run(call.within(Duration.ofMillis(500)));

            assertThat(bench.time.elapsed()).isLessThan(Duration.ofMillis(501));
            assertThat(result.failure().details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("configured", 500L)
                    .containsEntry("used", 500L)
                    .containsEntry("key_state", "running")
                    .containsEntry(
                            "waited",
                            Map.of("for", "same_key", "ms", bench.time.elapsed().toMillis()));
            assertThat(result.failure().message())
                    .contains("its caller allowed 500 ms", "for a call with the same key", "under the same key")
                    .doesNotContain("raise", "do less");
        }
    }

    @Test
    void aCallInAConversationHasNoMoreTimeThanItsCallerGaveForWaitingAndRunning() {
        try (RecoveryBench bench = bench("[[exchange]]\nmatch = { path = \"/messages\" }\nfault = \"reset\"\n")) {
            Recoveries recoveries = bench.recoveries();
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST_WITH_KEY);
            Conversations.Wanted like = new Conversations.Wanted(
                    new Conversations.Likeness("local", "thread-1", "local://tests/errands run", POST_WITH_KEY),
                    new RecoveryEvent.Subject(AuditId.random(), "local://tests/errands", "run"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Conversations.PATIENCE,
                    new Cancellation());
            Conversations.Permit running =
                    ((Conversations.Entry.Admitted) recoveries.conversations().admit(like, Journal.none())).permit();

            Result.Failed late = (Result.Failed)
                    recoveries.runIn("thread-1", call.within(Duration.ofSeconds(2)), false, Journal.none());
            assertThat(late.failure().details()).containsEntry("key_state", "running");
            assertThat(bench.time.elapsed()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2100));

            bench.time.at(bench.time.elapsed().plusSeconds(4), () -> {
                running.ended(new CallEnd(CallEnd.How.FAILED, Effect.NONE, List.of(), List.of()));
                running.close();
            });
            Duration begun = bench.time.elapsed();
            Result.Failed made = (Result.Failed)
                    recoveries.runIn("thread-1", call.within(Duration.ofMillis(5500)), false, Journal.none());

            assertThat(made.failure().details()).containsEntry("kind", "reset").containsKey("not_retried");
            assertThat(bench.time.elapsed().minus(begun)).isLessThan(Duration.ofMillis(5501));
        }
    }

    @Test
    void aKeyWhoseCallNeverCameToItsEndIsInDoubt() {
        try (RecoveryBench bench = bench(OK)) {
            bench.store
                    .keys()
                    .claim(
                            new dev.airlock.runtime.recovery.store.KeyStore.Key(
                                    "local", "local://tests/errands", "run", "order-1234"),
                            new dev.airlock.runtime.recovery.store.KeyStore.Claimant(
                                    "", ArgsHash.of(POST), bench.time.now()),
                            bench.time.now());

            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), POST).as(Identity.ofKey("order-1234")));

            assertThat(result.failure().details())
                    .containsEntry("reason", "key_reused")
                    .containsEntry("key_state", "in_doubt");
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void anUncertainOutcomeIsRecordedAndASafeOneIsNot() {
        try (RecoveryBench bench = bench(LOST + OK)) {
            Recoveries recoveries = bench.recoveries();
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST)
                    .with(RetryPreset.NONE.policy())
                    .as(Identity.ofKey("order-1234"));

            Result.Failed first = (Result.Failed) recoveries.run(call);
            Result.Failed second = (Result.Failed) recoveries.run(call);

            assertThat(first.effect()).isEqualTo(Effect.UNCERTAIN);
            assertThat(second.recorded()).isPresent();
            assertThat(second.failure()).isEqualTo(first.failure());
            assertThat(bench.upstream.requests()).hasSize(1);
        }
        try (RecoveryBench bench = bench(LOST + OK)) {
            Recoveries recoveries = bench.recoveries();
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST_WITH_KEY)
                    .with(RetryPreset.NONE.policy())
                    .as(Identity.ofKey("order-5678"));

            assertThat(((Result.Failed) recoveries.run(call)).effect()).isEqualTo(Effect.REPEATABLE);
            assertThat(((Result.Succeeded) recoveries.run(call)).recorded()).isEmpty();
            assertThat(bench.upstream.requests()).hasSize(2);
        }
    }

    @Test
    void aReversalThatReachedNobodyCanBeMadeLater() {
        try (RecoveryBench bench = bench("[[exchange]]\nmatch = { path = \"/undo\" }\n"
                + "respond = { status = 404, body = '{}' }\ntimes = 1\n" + OK)) {
            Recoveries recoveries = bench.recoveries();
            ConnectorTarget run = reversible(bench);
            AuditId call =
                    recoveries.run(RecoveryCall.of(run, POST)).attempts().get(0).auditId();

            assertThat(reversed(recoveries, bench, run, call)).isInstanceOf(Result.Failed.class);
            assertThat(reversed(recoveries, bench, run, call)).isInstanceOf(Result.Succeeded.class);
            assertThat(reversed(recoveries, bench, run, call))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            refused -> assertThat(refused.failure().details())
                                    .containsEntry("reason", "reversal_refused"));
            assertThat(bench.trace.text()).contains("reversal_refused");
        }
    }

    @Test
    void whatFailedOrDeclaresNoReversalIsNotReversed() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 404, body = '{}' }\ntimes = 1\n" + OK)) {
            Recoveries recoveries = bench.recoveries();
            ConnectorTarget run = reversible(bench);
            AuditId failed =
                    recoveries.run(RecoveryCall.of(run, POST)).attempts().get(0).auditId();
            AuditId other = recoveries
                    .run(RecoveryCall.of(bench.errands(""), POST))
                    .attempts()
                    .get(0)
                    .auditId();

            for (AuditId call : List.of(failed, other, AuditId.random())) {
                assertThat(((Result.Failed) reversed(recoveries, bench, run, call))
                                .failure()
                                .details())
                        .containsEntry("reason", "reversal_refused");
            }
            assertThat(bench.seen()).doesNotContain("POST /undo");
        }
    }

    @Test
    void aPolicyDenialWaitsForAPersonWithItsFailure() throws MalformedJsonException {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 403, body = '{}' }\n")) {
            Result.Failed result = (Result.Failed) bench.recoveries().run(RecoveryCall.of(bench.errands(""), POST));

            var review =
                    bench.store.reviews().find(result.review().orElseThrow()).orElseThrow();
            assertThat(review.queue()).isEqualTo("policy_review");
            assertThat(review.verdict()).isEqualTo("policy_denied");
            assertThat(FailureEnvelope.read(review.failure()).auditId())
                    .isEqualTo(result.failure().auditId());
            assertThat(result.failure().details()).containsEntry("review", review.id());
        }
    }

    @Test
    void anOpenCircuitReachesTheFallback() {
        try (RecoveryBench bench =
                bench("[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"connect_refused\"\n" + OK)) {
            Recoveries recoveries = bench.recoveries();
            StepDeclaration step = StepDeclaration.NONE.orElse(
                    bench.errands("local://tests/backup", "backup.example.com:443", ""),
                    errandsOf("POST /messages backup.example.com"));
            ConnectorTarget target = bench.errands("");
            IntStream.range(0, 5)
                    .forEach(i -> recoveries.run(RecoveryCall.of(target, POST).with(RetryPreset.NONE.policy())));

            Result.Succeeded result = (Result.Succeeded)
                    recoveries.run(RecoveryCall.of(target, POST).with(step));

            assertThat(result.fallback().orElseThrow().instead().details())
                    .containsEntry("circuit", "open")
                    .containsKey("retry_at");
        }
    }

    @Test
    void theHostFunctionAsksTheGateWhereSeveralHostsAreGranted() {
        try (RecoveryBench bench = bench(
                "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nrespond = { status = 503, body = '{}' }\n"
                        + OK)) {
            Recoveries recoveries = bench.recoveries();
            ConnectorTarget target = bench.errands(
                    "local://tests/errands", List.of("api.example.com:443", "backup.example.com:443"), "");
            IntStream.range(0, 5)
                    .forEach(i -> recoveries.run(RecoveryCall.of(target, POST).with(RetryPreset.NONE.policy())));

            Result.Failed result = (Result.Failed) recoveries.run(RecoveryCall.of(target, POST));

            assertThat(result.failure().details())
                    .containsEntry("status", 503L)
                    .containsEntry("circuit", "open")
                    .containsEntry("request_sent", false);
            assertThat(result.failure().message()).contains("is not called until");
            assertThat(bench.upstream.requests()).hasSize(5);
            assertThat(recoveries.run(RecoveryCall.of(target, errandsOf("POST /messages backup.example.com"))))
                    .isInstanceOf(Result.Succeeded.class);
        }
    }

    @Test
    void whenTheFallbackFailsTooTheFirstFailureCountsAndTellsOfBoth() {
        try (RecoveryBench bench = bench("""
                [[exchange]]
                match = { host = "api.example.com:443" }
                fault = "connect_refused"
                [[exchange]]
                fault = "reset_after_request"
                """)) {
            StepDeclaration step = StepDeclaration.NONE.orElse(
                    bench.errands("local://tests/backup", "backup.example.com:443", ""),
                    errandsOf("POST /messages backup.example.com"));

            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), POST)
                            .with(RetryPreset.NONE.policy())
                            .with(step));

            assertThat(result.failure().details())
                    .containsEntry("kind", "connect_refused")
                    .containsEntry("fallback_class", "network_error");
            assertThat(result.failure().retriable()).isFalse();
            assertThat(result.failure().message()).endsWith("may have taken effect, so it is not tried again.");
            assertThat(result.effect()).isEqualTo(Effect.UNCERTAIN);
        }
    }

    @Test
    void anInterruptionDuringABackoffEndsItAtOnceAndStaysSet() throws InterruptedException {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 500, body = '{}' }\n")) {
            RetryPolicy slow = RetryPolicy.of(3, Backoff.of(Backoff.Growth.FIXED, Duration.ofSeconds(20)));
            Thread caller = Thread.currentThread();
            List<RecoveryEvent> events = new ArrayList<>();
            RecoveryListener interrupting = event -> {
                events.add(event);
                if (event instanceof RecoveryEvent.RetryScheduled) {
                    caller.interrupt();
                }
            };
            Recoveries recoveries = new Recoveries(
                    Time.ofTheMachine(), RandomSource.secure(), bench.store, RecoveryHandler.NOBODY, interrupting);

            Result result = recoveries.run(RecoveryCall.of(bench.errands(""), errandsOf("GET /messages"))
                    .from(CallSource.FOREGROUND)
                    .with(slow));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result).isInstanceOf(Result.Cancelled.class);
            assertThat(events).last().isInstanceOf(RecoveryEvent.RetryScheduled.class);
        }
    }

    @Test
    void aCancellationReachesARealPause() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 500, body = '{}' }\n")) {
            Cancellation cancellation = new Cancellation();
            RetryPolicy slow = RetryPolicy.of(3, Backoff.of(Backoff.Growth.FIXED, Duration.ofSeconds(20)));
            RecoveryListener cancelling = event -> {
                if (event instanceof RecoveryEvent.RetryScheduled) {
                    THREAD_EACH.execute(cancellation::cancel);
                }
            };
            Recoveries recoveries = new Recoveries(
                    Time.ofTheMachine(), RandomSource.secure(), bench.store, RecoveryHandler.NOBODY, cancelling);

            Result result = recoveries.run(RecoveryCall.of(bench.errands(""), errandsOf("GET /messages"))
                    .with(slow)
                    .endedBy(cancellation));

            assertThat(result).isInstanceOf(Result.Cancelled.class);
        }
    }

    @Test
    void theNumberOfTheAttemptAndTheKeyReachTheConnector() {
        try (RecoveryBench bench = bench("[[exchange]]\nfault = \"connect_refused\"\ntimes = 1\n" + OK)) {
            Result.Succeeded result = (Result.Succeeded) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), POST_WITH_KEY).as(Identity.ofKey("order-1234")));

            assertThat(result.attempts()).extracting(Attempt::number).containsExactly(1, 2);
            assertThat(bench.upstream.requests().get(0).header("idempotency-key"))
                    .contains("order-1234");
        }
    }

    private static Result reversed(Recoveries recoveries, RecoveryBench bench, ConnectorTarget run, AuditId call) {
        ConnectorTarget undo = new ConnectorTarget(bench.sandbox, run.loaded(), "undo", bench.breakers);
        return recoveries.reverse(
                Recoveries.Reversal.of(call, "a mistake"),
                token -> Optional.of(undo),
                new Cancellation(),
                Journal.none());
    }

    private static ConnectorTarget reversible(RecoveryBench bench) {
        return bench.errands("[[operations]]\nname = \"run\"\nreversal = \"undo\"\n[[operations]]\nname = \"undo\"\n");
    }

    private static Recoveries onRealTime(RecoveryBench bench) {
        return new Recoveries(
                Time.ofTheMachine(), RandomSource.secure(), bench.store, RecoveryHandler.NOBODY, RecoveryListener.NONE);
    }

    private RecoveryBench bench(String script) {
        return new RecoveryBench(temp, script);
    }
}
