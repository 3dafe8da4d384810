package dev.airlock.sandbox.wasi;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.metering.HostPrice;

/** A guest's list of buffers, read once, each checked to be in memory. */
final class Iovecs {
    /** The most buffers that one call may name, as POSIX's IOV_MAX. */
    static final int MAX = 1024;

    private static final int IOVEC_BYTES = 8;

    private final int[] addresses;
    private final int[] lengths;
    private long totalBytes;

    private Iovecs(int count) {
        this.addresses = new int[count];
        this.lengths = new int[count];
    }

    /**
     * Reads the list.
     *
     * @param count the number of buffers, 0 to {@value #MAX}
     */
    static Iovecs read(GuestMemory memory, CallScope scope, int at, int count) {
        memory.requireRange(at, count * IOVEC_BYTES);
        scope.fuel().charge(HostPrice.WASI_IO.unitsForBytes((long) count * IOVEC_BYTES));
        Iovecs iovecs = new Iovecs(count);
        for (int i = 0; i < count; i++) {
            iovecs.addresses[i] = memory.readInt(at + i * IOVEC_BYTES);
            iovecs.lengths[i] = memory.readInt(at + i * IOVEC_BYTES + Integer.BYTES);
            memory.requireRange(iovecs.addresses[i], iovecs.lengths[i]);
            iovecs.totalBytes += Integer.toUnsignedLong(iovecs.lengths[i]);
        }
        return iovecs;
    }

    static boolean isCount(int count) {
        return count >= 0 && count <= MAX;
    }

    int count() {
        return addresses.length;
    }

    int address(int index) {
        return addresses[index];
    }

    int length(int index) {
        return lengths[index];
    }

    long totalBytes() {
        return totalBytes;
    }
}
