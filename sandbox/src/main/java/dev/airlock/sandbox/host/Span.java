package dev.airlock.sandbox.host;

import dev.airlock.sandbox.link.GuestMemory;

/** A range of guest memory that lies in it whole, however little of it is used in the end. */
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
     * The range that a guest passed.
     *
     * @throws dev.airlock.sandbox.call.CallEnded as {@code bad_pointer} if it does not lie in memory
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

    /** Fills the range from a place in the source, as far as both go, and returns how many bytes that was. */
    int fill(byte[] source, long from) {
        long count = Math.min(length, Math.max(0, source.length - from));
        if (count > 0) {
            memory.write(address, source, (int) from, (int) count);
        }
        return (int) count;
    }
}
