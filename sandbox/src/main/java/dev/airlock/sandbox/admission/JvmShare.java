package dev.airlock.sandbox.admission;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.budget.ConcurrencyLimiter;

/**
 * The resources that all sandboxes of a JVM share, because there is only one heap and a fixed number of processors.
 *
 * @param memory the heap that calls and loads may take together
 * @param loads the limiter for loading modules
 * @param documents the limiter for reading or writing large documents
 */
public record JvmShare(MemoryBudget memory, ConcurrencyLimiter loads, ConcurrencyLimiter documents) {
    private static final JvmShare OF_THE_JVM = new JvmShare(
            new MemoryBudget(new ByteSize(Runtime.getRuntime().maxMemory() / 2)),
            new ConcurrencyLimiter(Math.max(1, Runtime.getRuntime().availableProcessors())),
            new ConcurrencyLimiter(1));

    /**
     * The share of every sandbox without another one: half the largest heap, one load for each processor, one large
     * document at a time.
     */
    public static JvmShare ofTheJvm() {
        return OF_THE_JVM;
    }

    /** Returns the same share with another memory budget. */
    public JvmShare with(MemoryBudget other) {
        return new JvmShare(other, loads, documents);
    }
}
