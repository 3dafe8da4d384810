package dev.airlock.runtime.metrics;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.AirlockListener;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Usage;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * Metrics of calls for Micrometer. The embedder must have {@code io.micrometer:micrometer-core} on the class path.
 *
 * <pre>{@code Airlock.builder().listener(new AirlockMetrics(registry))}</pre>
 *
 * <p>These have the tags {@code connector}, {@code op} and {@code ending} (succeeded, partial, cancelled, or the class of the failure):
 * {@code airlock.calls} (a timer, of all attempts), {@code airlock.call.fuel} (units), {@code airlock.call.memory} (bytes) and
 * {@code airlock.call.attempts}.
 *
 * <p>These have other tags: {@code airlock.call.waited} (a timer, of the waits for memory) by {@code connector}; {@code airlock.actions} (a
 * timer, of all its steps) by {@code action} and {@code ending}, where {@code action} is {@code (unknown)} if the requested action does not
 * exist; {@code airlock.loads} (a timer) by {@code connector}; and the counters {@code airlock.recovery} by {@code event},
 * {@code airlock.loads.refused} by {@code connector} and {@code class}, {@code airlock.calls.unrecorded} and {@code airlock.faults}.
 * Thread-safe.
 */
public final class AirlockMetrics implements AirlockListener {
    private static final String UNKNOWN = "(unknown)";

    private final MeterRegistry registry;

    /** @param registry receives the metrics */
    public AirlockMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void callEnded(CallResult result) {
        Usage usage = result.outcome().usage();
        Tags tags = Tags.of("connector", result.connector(), "op", result.op(), "ending", ending(result.outcome()));
        Timer.builder("airlock.calls").tags(tags).register(registry).record(usage.wallMillis(), TimeUnit.MILLISECONDS);
        Timer.builder("airlock.call.waited")
                .tags("connector", result.connector())
                .register(registry)
                .record(usage.waitMillis(), TimeUnit.MILLISECONDS);
        summary("airlock.call.fuel", "units", tags).record((double) usage.fuel());
        summary("airlock.call.memory", "bytes", tags).record((double) usage.memoryPeakBytes());
        summary("airlock.call.attempts", "attempts", tags)
                .record(result.result().attempts().size());
        if (!result.audited()) {
            registry.counter("airlock.calls.unrecorded").increment();
        }
    }

    @Override
    public void ranAction(String action, ActionOutcome outcome) {
        Timer.builder("airlock.actions")
                .tags("action", action.isEmpty() ? UNKNOWN : action, "ending", ending(outcome.outcome()))
                .register(registry)
                .record(outcome.outcome().usage().wallMillis(), TimeUnit.MILLISECONDS);
        if (!outcome.audited()) {
            registry.counter("airlock.calls.unrecorded").increment();
        }
    }

    @Override
    public void loaded(HostedConnector connector) {
        Timer.builder("airlock.loads")
                .tags("connector", connector.name())
                .register(registry)
                .record(connector.loadTime());
    }

    private DistributionSummary summary(String name, String unit, Tags tags) {
        return DistributionSummary.builder(name).baseUnit(unit).tags(tags).register(registry);
    }

    private static String ending(Outcome outcome) {
        return outcome.match(
                succeeded -> succeeded.errors().isEmpty() ? "succeeded" : "partial",
                failed -> failed.failure().failureClass().wireName(),
                cancelled -> "cancelled");
    }

    @Override
    public void recovering(RecoveryEvent event) {
        registry.counter("airlock.recovery", "event", event.wireName()).increment();
    }

    @Override
    public void notLoaded(ConnectorIdentity connector, Failure failure) {
        registry.counter(
                        "airlock.loads.refused",
                        "connector",
                        connector.name(),
                        "class",
                        failure.failureClass().wireName())
                .increment();
    }

    @Override
    public void fault(String correlationId, Throwable fault) {
        registry.counter("airlock.faults").increment();
    }
}
