package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many parallel calls of a real connector, with and without a log in SQLite. */
class AuditLoadTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final int THREADS = 32;
    private static final int CALLS = FULL ? 10_000 : 640;
    private static final Path ECHO = Path.of(System.getProperty("airlock.root"), "testdata/cli/echo");

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noRecordIsLostAndTheChainVerifies(@TempDir Path folder) throws Exception {
        CheckpointKey key = CheckpointKey.ephemeral();
        try (Sandbox sandbox = Sandbox.builder().build();
                AuditLog log = AuditLog.builder(AuditStore.sqlite(folder.resolve("audit.db")), key)
                        .bound(Duration.ofMinutes(1))
                        .build()) {
            Connector echo = load(sandbox);
            Set<String> made = ConcurrentHashMap.newKeySet();
            perSecond(call -> assertSuccess(sandbox.invoke(echo, call))); // warm-up
            double without = perSecond(call -> assertSuccess(sandbox.invoke(echo, call)));
            AuditedCalls calls = new AuditedCalls(log, ArgumentPolicy.SHAPE);
            double with = perSecond(call -> {
                AuditSubject subject = new AuditSubject(call.auditId(), "load", Logs.SLACK, call.op());
                AuditedCalls.Audited result = calls.make(subject, call, c -> sandbox.invoke(echo, c));
                assertSuccess(result.outcome());
                assertThat(result.recorded()).isTrue();
                made.add(call.auditId().value());
            });
            System.out.printf(
                    "audit load: %d calls from %d threads: %.0f calls a second without, %.0f with SQLite audit%n",
                    CALLS, THREADS, without, with);

            assertThat(made).hasSize(CALLS);
            AuditReport report = log.archive().verify(key.publicKey());
            assertThat(report.problems()).isEmpty();
            assertThat(report.records()).isEqualTo(2L * CALLS);
            assertThat(log.archive().calls(RecordFilter.ALL).stream()
                            .filter(call -> call.ending().equals("succeeded"))
                            .map(CallSummary::call)
                            .collect(Collectors.toSet()))
                    .isEqualTo(made);
        }
    }

    private static double perSecond(Consumer<Call> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long start = System.nanoTime();
        try {
            var tasks = java.util.stream.IntStream.range(0, CALLS)
                    .mapToObj(i -> threads.submit(() -> work.accept(call(i))))
                    .toList();
            for (var task : tasks) {
                task.get();
            }
        } finally {
            threads.shutdown();
        }
        return CALLS * 1e9 / (System.nanoTime() - start);
    }

    private static Call call(int i) {
        ObjectNode args = JsonNodeFactory.instance.objectNode().put("n", i);
        return Call.of("echo", args);
    }

    private static void assertSuccess(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
    }

    private static Connector load(Sandbox sandbox) throws Exception {
        LoadResult result = sandbox.load(
                ManifestReader.read(ECHO.resolve("manifest.toml")).orThrow(),
                Files.readAllBytes(ECHO.resolve("connector.wasm")),
                LoadOptions.standard());
        return ((LoadResult.Loaded) result).connector();
    }
}
