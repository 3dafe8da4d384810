package dev.airlock.runtime.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.time.Clock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connector that is withdrawn while a call of it waits for its turn. */
class WithdrawalTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";

    @TempDir
    Path temp;

    private final AtomicBoolean distrusted = new AtomicBoolean();
    private final CountDownLatch looked = new CountDownLatch(1);

    @Test
    @SuppressWarnings("try") // the memory is held, not used
    void aCallThatWaitedForMemoryIsLookedAtOnceMoreBeforeItBegins() throws Exception {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            RecoveryCall call = RecoveryCall.of(target(bench), RecoveryBench.errandsOf("POST /messages"));
            RecoveryEngine engine = new RecoveryEngine(bench.time, RandomSource.secure(), RecoveryHandler.NOBODY);
            FutureTask<Result> result = new FutureTask<>(() -> engine.run(call, Journal.none()));
            Thread caller = new Thread(result, "caller");
            try (Permit all =
                    bench.memory.reserve("another", bench.memory.totalBytes(), new LoadBudget(Clock.SYSTEM, 60_000))) {
                caller.start();
                assertThat(looked.await(5, TimeUnit.MINUTES)).isTrue();
                await().atMost(Duration.ofMinutes(5))
                        .during(Duration.ofMillis(20))
                        .until(() -> caller.getState() == Thread.State.TIMED_WAITING);
                distrusted.set(true);
            }

            Outcome.Failed failed =
                    (Outcome.Failed) result.get(5, TimeUnit.MINUTES).outcome();
            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.SIGNATURE_FAILURE);
            assertThat(failed.failure().sideEffects().effect()).isEqualTo(Effect.NONE);
            assertThat(failed.usage().fuel()).isZero();
            assertThat(bench.upstream.requests()).isEmpty();
            assertThat(bench.memory.heldBytes()).isZero();
        }
    }

    private ConnectorTarget target(RecoveryBench bench) {
        ConnectorTarget loaded = bench.errands("");
        return new ConnectorTarget(bench.sandbox, loaded.loaded(), loaded.op(), bench.breakers, id -> {
            boolean now = distrusted.get();
            looked.countDown();
            return now
                    ? Optional.of(Failure.signatureFailure(id, loaded.connector(), "No key.", "Next."))
                    : Optional.empty();
        });
    }
}
