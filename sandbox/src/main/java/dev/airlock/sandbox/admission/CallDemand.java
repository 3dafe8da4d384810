package dev.airlock.sandbox.admission;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.wasm.Extern;
import dev.airlock.sandbox.wasm.ModuleInfo;

/** How much heap one call of a connector may take at most. */
public final class CallDemand {
    private static final long PAGE_BYTES = 65_536;

    /** An element of a table is an index and a reference. */
    private static final long TABLE_ELEMENT_BYTES = 16;

    private CallDemand() {}

    /**
     * The most that one call may take: its linear memory (the limit, or the module's own maximum if that is lower), its
     * tables likewise, and the buffers of its standard streams, its log, and one response as it came and as it was decoded.
     */
    public static long bytes(ModuleInfo module, Limits limits) {
        long memory = Math.min(
                limits.get(LimitName.MEMORY),
                module.memories().stream().mapToLong(CallDemand::mostPages).reduce(0, CallDemand::addSaturated)
                        * PAGE_BYTES);
        long elements = Math.min(
                limits.get(LimitName.TABLE),
                module.tables().stream()
                        .mapToLong(table -> table.maxElements().orElse(Integer.MAX_VALUE))
                        .reduce(0, CallDemand::addSaturated));
        return memory
                + elements * TABLE_ELEMENT_BYTES
                + limits.get(LimitName.STDIN)
                + limits.get(LimitName.STDOUT)
                + Limits.STDERR_KEPT
                + limits.get(LimitName.LOG_BYTES)
                + limits.get(LimitName.HTTP_RESPONSE);
    }

    private static long mostPages(Extern.MemoryDemand memory) {
        return memory.maxPages().orElse(PAGE_BYTES);
    }

    private static long addSaturated(long a, long b) {
        return Math.min(Integer.MAX_VALUE, a + b);
    }
}
