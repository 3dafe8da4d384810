package dev.airlock.sandbox.host;

import dev.airlock.sandbox.link.GuestMemory;

/** A range that is wholly in guest memory, however little of it is used in the end. */
final class Span {
    private final GuestMemory memory;
    private final int address;
    private final long length;

    private Span(GuestMemory memory, int address, long length) {
        this.memory = memory;
        this.address = address;
        this.length = length;
    }

    /**
     * Returns the range that a guest passed.
     *
     * @throws dev.airlock.sandbox.call.CallEnded as {@code bad_pointer} if it is not in memory
     */
    static Span in(GuestMemory memory, int address, int length) {
        memory.requireRange(address, length);
        return new Span(memory, address, Integer.toUnsignedLong(length));
    }

    long length() {
        return length;
    }

    byte[] readAtMost(long most) {
        return memory.read(address, (int) Math.min(length, most));
    }

    /** Fills the range with bytes from a place in the source, as many as both have. Returns their number. */
    int fill(byte[] source, long from) {
        long count = Math.min(length, Math.max(0, source.length - from));
        if (count > 0) {
            memory.write(address, source, (int) from, (int) count);
        }
        return (int) count;
    }
}
