package dev.airlock.sandbox.admission;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.wasm.Extern;
import dev.airlock.sandbox.wasm.ModuleInfo;

/** How much heap one call of a connector may take at most. */
public final class CallDemand {
    /** What the interpreter keeps of frames for each byte that the limit {@code stack} counts, while its operands move to more room. */
    public static final long HEAP_BYTES_PER_STACK_BYTE = 4;

    private static final long PAGE_BYTES = 65_536;

    /** An element of a table is an index and a reference. */
    private static final long TABLE_ELEMENT_BYTES = 16;

    /** A memory is divided into chunks, each an array with a header that two lists refer to. */
    private static final long CHUNKS_PER_OVERHEAD = 64;

    /** A line is an object with a text. */
    private static final long LOG_LINE_BYTES = 100;

    /** What the host function for requests takes at most. */
    private static final long LARGEST_REQUEST = 32 << 20;

    private CallDemand() {}

    /**
     * The most that one call may hold at a time: its linear memory (the limit, or the module's own maximum if that is lower),
     * its tables likewise, the frames of functions that are interpreted, and every buffer of the host: standard input; standard output with room to grow; what is kept of
     * standard error; the log; a request's body; a response while its pieces are put together; a value of the state on
     * its way. What is copied when the guest has ended takes the place of its memory. Large documents are taken apart one at
     * a time in the whole JVM ({@link JvmShare#documents}), so what that takes is no call's own.
     */
    public static long bytes(ModuleInfo module, Limits limits) {
        return guest(module, limits)
                + HEAP_BYTES_PER_STACK_BYTE * limits.get(LimitName.STACK)
                + streams(limits)
                + (imports(module, "http_request") ? exchange(module, limits) : 0)
                + (imports(module, "state_get") || imports(module, "state_put") ? 2 * limits.get(LimitName.STATE) : 0);
    }

    private static long guest(ModuleInfo module, Limits limits) {
        long memory = memory(module, limits);
        long elements = Math.min(
                limits.get(LimitName.TABLE),
                module.tables().stream()
                        .mapToLong(table -> table.maxElements().orElse(Integer.MAX_VALUE))
                        .reduce(0, CallDemand::addSaturated));
        return memory + memory / CHUNKS_PER_OVERHEAD + elements * TABLE_ELEMENT_BYTES;
    }

    private static long streams(Limits limits) {
        return limits.get(LimitName.STDIN)
                + 2 * limits.get(LimitName.STDOUT)
                + 2 * Limits.STDERR_KEPT
                + limits.get(LimitName.LOG_BYTES)
                + LOG_LINE_BYTES * limits.get(LimitName.LOG);
    }

    /** A request lies in the guest's memory before it is sent. */
    private static long exchange(ModuleInfo module, Limits limits) {
        return Math.min(LARGEST_REQUEST, memory(module, limits)) + 2 * limits.get(LimitName.HTTP_RESPONSE);
    }

    private static boolean imports(ModuleInfo module, String name) {
        return module.imports().stream().anyMatch(wanted -> wanted.name().equals(name));
    }

    private static long memory(ModuleInfo module, Limits limits) {
        return Math.min(
                limits.get(LimitName.MEMORY),
                module.memories().stream().mapToLong(CallDemand::mostPages).reduce(0, CallDemand::addSaturated)
                        * PAGE_BYTES);
    }

    private static long mostPages(Extern.MemoryDemand memory) {
        return memory.maxPages().orElse(PAGE_BYTES);
    }

    private static long addSaturated(long a, long b) {
        return Math.min(Integer.MAX_VALUE, a + b);
    }
}
