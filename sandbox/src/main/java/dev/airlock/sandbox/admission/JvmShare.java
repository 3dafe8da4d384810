package dev.airlock.sandbox.admission;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.load.Slots;

/**
 * What all sandboxes of a JVM share, because there is only one heap and so many processors.
 *
 * @param memory the heap that calls and loads may take together
 * @param loads slots for loading a module
 * @param documents slots for reading or writing a large document
 */
public record JvmShare(MemoryBudget memory, Slots loads, Slots documents) {
    private static final JvmShare OF_THE_JVM = new JvmShare(
            new MemoryBudget(new ByteSize(Runtime.getRuntime().maxMemory() / 2)),
            new Slots(Math.max(1, Runtime.getRuntime().availableProcessors())),
            new Slots(1));

    /** The share of every sandbox that is given no other: half the largest heap, a load for each processor, one large document. */
    public static JvmShare ofTheJvm() {
        return OF_THE_JVM;
    }

    /** The same with another memory budget. */
    public JvmShare with(MemoryBudget other) {
        return new JvmShare(other, loads, documents);
    }
}
