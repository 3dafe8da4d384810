package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls that are ended from outside at the very moment of their deadline, one after the other on a few threads that are
 * reused, as a host agent's are. After each call its thread writes to a file as an audit log does: to a channel that an
 * interruption would close for good.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class EndingRacesTest {
    private static final int CALLERS = 3;
    private static final int ROUNDS = 500;
    private static final long WALL_MILLIS = 2;
    private static final long WALL_NANOS = WALL_MILLIS * 1_000_000;

    private final Bench bench = Bench.plain();
    private final ExecutorService pool = Executors.newFixedThreadPool(CALLERS);
    private final BlockingQueue<Due> due = new LinkedBlockingQueue<>();
    private final Thread canceller = new Thread(this::cancelWhatIsDue, "test-canceller");

    @TempDir
    private Path folder;

    /** A call to cancel at that time. */
    private record Due(Cancellation cancellation, long nanoTime) {}

    EndingRacesTest() {
        canceller.setDaemon(true);
        canceller.start();
    }

    @AfterAll
    void close() {
        canceller.interrupt();
        pool.shutdownNow();
        bench.close();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aCallThatIsCancelledAtItsDeadlineIsOneOfTheTwoAndDisturbsNothingAfterIt(Tier tier) {
        LoadOptions options = LoadOptions.standard().withTier(tier);
        LoadOptions brief =
                options.withLimit(LimitName.WALL_TIME, WALL_MILLIS).withLimit(LimitName.FUEL, 300_000_000_000L);
        List<Connector> termination =
                List.of(bench.loadGuest("signal-then-spin", brief), bench.loadGuest("signal-then-sleep", brief));
        Connector patient = bench.loadGuest("echo", options);

        List<CompletableFuture<Void>> callers = IntStream.range(0, CALLERS)
                .mapToObj(caller -> CompletableFuture.runAsync(
                        () -> callAgainAndAgain(termination, patient, folder.resolve(tier + "-" + caller)), pool))
                .toList();

        callers.forEach(CompletableFuture::join);
        assertThat(bench.drainFaults()).isEmpty();
        termination.forEach(connector -> Bench.eventually().until(() -> connector.leakedThreads() == 0));
    }

    private void callAgainAndAgain(List<Connector> termination, Connector patient, Path log) {
        try (FileChannel audit = FileChannel.open(log, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int round = 0; round < ROUNDS; round++) {
                Call call = call();
                due.add(new Due(call.cancellation(), System.nanoTime() + WALL_NANOS));
                assertOneOfTheTwo(bench.sandbox.invoke(termination.get(round % 2), call));
                audit.write(ByteBuffer.wrap(new byte[] {'.'}));
                if (round % 10 == 0) {
                    assertThat(bench.sandbox.invoke(patient, call())).isInstanceOf(Outcome.Succeeded.class);
                    audit.write(ByteBuffer.wrap(new byte[] {'.'}));
                }
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
            assertThat(audit.position()).isEqualTo(ROUNDS + ROUNDS / 10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertOneOfTheTwo(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            assertThat(failed.failure().details()).containsEntry("limit", "wall_time");
        } else {
            assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
        }
    }

    private void cancelWhatIsDue() {
        try {
            while (true) {
                Due next = due.take();
                LockSupport.parkNanos(next.nanoTime - System.nanoTime());
                next.cancellation.cancel();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test is over
        }
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }
}
