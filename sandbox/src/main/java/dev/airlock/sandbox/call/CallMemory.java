package dev.airlock.sandbox.call;

import java.util.EnumMap;
import java.util.Map;

/**
 * The heap that one call takes, by use. It keeps what it has taken until the call is over, and one use can have what
 * another no longer needs. Belongs to one thread at a time: the caller's, then the call's own.
 */
public final class CallMemory {
    /** A purpose for which a call takes memory. */
    public enum Use {
        /** Linear memory, whole pages, written or not. */
        PAGES,
        /** Elements of tables. */
        TABLES,
        /** Frames of functions that are interpreted. */
        FRAMES,
        /** The document that the guest reads on standard input. */
        STDIN,
        /** The guest's standard output. */
        STDOUT,
        /** The part of standard error that is kept. */
        STDERR,
        /** The lines that the guest logs. */
        LOG,
        /** The request that the guest makes. */
        REQUEST,
        /** The headers of the response that the guest may read. */
        HEADERS,
        /** The response that the guest may read. */
        RESPONSE,
        /** The evidence of its exchanges. */
        EVIDENCE,
        /** The recording of the call for a replay. */
        RECORDING,
        /** A value of its state in transit. */
        STATE
    }

    /** The unit of a request for more, so that requests are rare. */
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
     * Takes further memory from that source from now on.
     *
     * @param taken what was taken from it already, in bytes
     */
    public void drawOn(MemorySource other, long taken) {
        source = other;
        held = taken;
    }

    /**
     * Sets how much a use takes now, in bytes, and waits for memory that is not available.
     *
     * @throws CallEnded if the call ends meanwhile, or the host has no memory for it in the call's time
     */
    public void hold(Use use, long bytes) {
        hold(use, bytes, () -> {});
    }

    /**
     * Sets how much a use takes now, and waits in the same way.
     *
     * @param beat runs now and then while it waits
     */
    public void hold(Use use, long bytes, Runnable beat) {
        used += bytes - heldFor(use);
        uses.put(use, bytes);
        if (used > held) {
            more((used - held + STEP - 1) / STEP * STEP, beat);
        }
    }

    /**
     * Sets how much a use takes now, in bytes, if memory is plentiful at once; else changes nothing and returns false.
     */
    public boolean tryHold(Use use, long bytes) {
        long wanted = used + bytes - heldFor(use);
        long missing = wanted <= held ? 0 : (wanted - held + STEP - 1) / STEP * STEP;
        if (missing > 0 && !source.tryTakeOfPlenty(missing)) {
            return false;
        }
        held += missing;
        used = wanted;
        uses.put(use, bytes);
        return true;
    }

    /** Adds to how much a use takes, in bytes. */
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
