package dev.airlock.sandbox.call;

import java.util.EnumMap;
import java.util.Map;

/**
 * How much of the heap one call takes, by what for. It holds what it has taken until it is over: what one use no longer needs another
 * can have. Belongs to one thread at a time: the caller's, then the call's own.
 */
public final class CallMemory {
    /** What a call takes memory for. */
    public enum Use {
        /** Linear memory, whole pages, written or not. */
        PAGES,
        /** Elements of tables. */
        TABLES,
        /** Frames of functions that are interpreted. */
        FRAMES,
        /** What the guest reads on standard input. */
        STDIN,
        /** What it writes to standard output. */
        STDOUT,
        /** What is kept of standard error. */
        STDERR,
        /** The lines that it logs. */
        LOG,
        /** The request that it makes. */
        REQUEST,
        /** The headers of the response that it may read. */
        HEADERS,
        /** The response that it may read. */
        RESPONSE,
        /** What is noted of its exchanges. */
        EVIDENCE,
        /** What is recorded of it, to be replayed. */
        RECORDING,
        /** A value of its state on its way. */
        STATE
    }

    /** What is asked for at once, so that it is not asked for often. */
    private static final long STEP = 64 << 10;

    private final CallScope scope;
    private final Map<Use, Long> uses = new EnumMap<>(Use.class);
    private MemorySource source = MemorySource.ENDLESS;
    private long used;
    private long held = Long.MAX_VALUE;

    CallMemory(CallScope scope) {
        this.scope = scope;
    }

    /**
     * From now on more comes from there.
     *
     * @param taken what was taken from it already, in bytes
     */
    public void drawOn(MemorySource other, long taken) {
        source = other;
        held = taken;
    }

    /**
     * Says how much is taken for something now, in bytes; waits for what is not there. Throws {@link CallEnded} if the call ends
     * meanwhile, or the host has no memory for it in the call's time.
     */
    public void hold(Use use, long bytes) {
        hold(use, bytes, () -> {});
    }

    /**
     * The same.
     *
     * @param beat is run now and then while it waits
     */
    public void hold(Use use, long bytes, Runnable beat) {
        used += bytes - heldFor(use);
        uses.put(use, bytes);
        if (used > held) {
            more((used - held + STEP - 1) / STEP * STEP, beat);
        }
    }

    /** Says how much is taken for something now, in bytes, if that is there at once; else nothing changes. */
    public boolean tryHold(Use use, long bytes) {
        long wanted = used + bytes - heldFor(use);
        long missing = wanted <= held ? 0 : (wanted - held + STEP - 1) / STEP * STEP;
        if (missing > 0 && !source.tryTake(missing)) {
            return false;
        }
        held += missing;
        used = wanted;
        uses.put(use, bytes);
        return true;
    }

    /** Says how much more is taken for something, in bytes. */
    public void add(Use use, long bytes) {
        hold(use, heldFor(use) + bytes);
    }

    private long heldFor(Use use) {
        return uses.getOrDefault(use, 0L);
    }

    private void more(long bytes, Runnable beat) {
        if (!source.tryTake(bytes)) {
            scope.waitForMemory(source, bytes, beat);
        }
        held += bytes;
    }
}
