package dev.airlock.sandbox;

import dev.airlock.sandbox.engine.Tier;

/** How large a thread's stack must be for a guest's limit. */
final class StackSize {
    /** What host functions may need when a guest calls them with its own stack nearly used up. */
    private static final long HOST_RESERVE_BYTES = 512 << 10;

    /** An interpreted frame takes several times as much of the JVM's stack as a compiled one. */
    private static final long INTERPRETED_FACTOR = 8;

    private StackSize() {}

    static long ofThread(Tier tier, long guestBytes) {
        return HOST_RESERVE_BYTES
                + switch (tier) {
                    case COMPILED -> guestBytes;
                    case INTERPRETED -> guestBytes * INTERPRETED_FACTOR;
                };
    }
}
