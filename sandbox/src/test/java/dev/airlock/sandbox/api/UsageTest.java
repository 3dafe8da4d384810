package dev.airlock.sandbox.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.Fetch;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.thread.ProcessorTime;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The usage of a call is reported whether it succeeds or not. */
final class UsageTest {
    /** Long enough for a guest to have begun on a busy machine. */
    private static final long WALL_MILLIS = 1_000;

    private static final String PAGE = """
            [bindings]
            api_key = "test-secret-1234"
            [[exchange]]
            respond = { status = 200, body = '0123456' }
            """;
    private static final String OVERSIZE =
            "[bindings]\napi_key = \"test-secret-1234\"\n[[exchange]]\nfault = \"oversize\"\n";
    private static final String REFUSED =
            "[bindings]\napi_key = \"test-secret-1234\"\n[[exchange]]\nfault = \"connect_refused\"\n";
    private static final long PAGE_BYTES = 65_536;

    @ParameterizedTest
    @EnumSource(Tier.class)
    void ofACallThatSucceeds(Tier tier) {
        try (Bench bench = Bench.with(PAGE)) {
            Connector connector = fetch(bench, LoadOptions.standard().withTier(tier));

            Usage usage = bench.sandbox.invoke(connector, call()).usage();

            assertThat(usage.fuel()).isPositive();
            assertThat(usage.memoryPeakBytes()).isEqualTo(4 * PAGE_BYTES);
            assertThat(usage.hostCalls()).isEqualTo(6);
            assertThat(usage.exchanges()).isEqualTo(1);
            assertThat(usage.bytesIn()).isEqualTo(7);
            assertThat(usage.bytesOut()).isZero();
            assertThat(usage.loadMillis()).isEqualTo(connector.loadTime().toMillis());
            assertThat(usage.wallMillis()).isGreaterThanOrEqualTo(usage.hostMillis());
            assertThat(usage.guestMillis().orElseThrow()).isBetween(0L, usage.wallMillis() + 10);
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void ofACallThatRunsOutOfFuel(Tier tier) {
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard().withTier(tier).withLimit(LimitName.FUEL, 1_000_000);

            Usage usage = failed(bench, bench.loadGuest("signal-then-spin", options), "fuel");

            assertThat(usage.fuel()).isBetween(1_000_000L, 1_000_010L);
            assertThat(usage.memoryPeakBytes()).isEqualTo(PAGE_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void ofACallThatIsEndedAtItsDeadlineInItsOwnCode(Tier tier) {
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard()
                    .withTier(tier)
                    .withLimit(LimitName.WALL_TIME, WALL_MILLIS)
                    .withLimit(LimitName.FUEL, 300_000_000_000L);

            Usage usage = failed(bench, bench.loadGuest("signal-then-spin", options), "wall_time");

            assertThat(usage.fuel()).isPositive();
            assertThat(usage.wallMillis()).isGreaterThanOrEqualTo(WALL_MILLIS);
            assertThat(usage.guestMillis().orElseThrow()).isPositive();
            assertThat(usage.hostMillis()).isLessThan(usage.wallMillis());
        }
    }

    @Test
    void ofACallThatIsEndedAtItsDeadlineInTheHost() {
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard().withLimit(LimitName.WALL_TIME, WALL_MILLIS);

            Usage usage = failed(bench, bench.loadGuest("signal-then-sleep", options), "wall_time");

            assertThat(usage.hostMillis()).isBetween(1L, usage.wallMillis());
            assertThat(usage.guestMillis().orElseThrow()).isLessThan(usage.wallMillis());
        }
    }

    @Test
    void ofACallWhoseResponseIsTooLarge() {
        try (Bench bench = Bench.with(OVERSIZE)) {
            LoadOptions options = LoadOptions.standard().withLimit(LimitName.HTTP_RESPONSE, 100_000);

            Usage usage = failed(bench, fetch(bench, options), "http_response");

            assertThat(usage.bytesIn()).isBetween(100_001L, 300_000L);
            assertThat(usage.exchanges()).isEqualTo(1);
            assertThat(usage.hostCalls()).isPositive();
        }
    }

    @Test
    void ofACallThatReachesNobody() {
        try (Bench bench = Bench.with(REFUSED)) {
            Usage usage = bench.sandbox
                    .invoke(fetch(bench, LoadOptions.standard()), call())
                    .usage();

            assertThat(usage.exchanges()).isEqualTo(1);
            assertThat(usage.bytesIn()).isZero();
            assertThat(usage.bytesOut()).isZero();
        }
    }

    @Test
    void ofACallThatWaitsForMemoryUntilItsDeadline() throws InterruptedException {
        MemoryBudget budget = new MemoryBudget(new ByteSize(64 << 20));
        try (Bench bench = Bench.with("", builder -> builder.memoryBudget(budget))) {
            Connector connector =
                    bench.loadGuest("random", LoadOptions.standard().withLimit(LimitName.WALL_TIME, WALL_MILLIS));
            Permit others = budget.reserve("others", budget.totalBytes() - budget.heldBytes(), LoadBudget.endless());

            Usage usage = failed(bench, connector, "host_busy");
            others.close();

            assertThat(usage.waitMillis()).isBetween(50L, usage.wallMillis());
            assertThat(usage.fuel()).isZero();
            assertThat(usage.guestMillis()).isEmpty();
        }
    }

    @Test
    void ofProcessorTimeThereIsNoneWhereTheJvmDoesNotMeasureIt() {
        ProcessorTime unsupported = new ProcessorTime(beanThatSays(false));
        unsupported.start();
        unsupported.end();
        ProcessorTime measured = new ProcessorTime(ManagementFactory.getThreadMXBean());
        measured.start();
        measured.end();

        assertThat(unsupported.millis()).isEmpty();
        assertThat(measured.millis()).isPresent();
        assertThat(new ProcessorTime().millis())
                .as("of a thread that never started")
                .isEmpty();
    }

    private static ThreadMXBean beanThatSays(boolean supported) {
        return (ThreadMXBean) Proxy.newProxyInstance(
                UsageTest.class.getClassLoader(), new Class<?>[] {ThreadMXBean.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isThreadCpuTimeSupported")) {
                        return supported;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Usage failed(Bench bench, Connector connector, String limit) {
        Outcome outcome = bench.sandbox.invoke(connector, call());
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(Objects.requireNonNull(((Outcome.Failed) outcome).failure()).details())
                .containsEntry("limit", limit);
        return outcome.usage();
    }

    private static Connector fetch(Bench bench, LoadOptions options) {
        return bench.load(Fetch.MANIFEST, Bench.guest("fetch"), options);
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }
}
