package dev.airlock.sandbox.link;

/**
 * The memory of a running guest, as host functions may use it. Addresses and lengths are the guest's 32-bit values, taken
 * as unsigned; a range that does not lie in memory whole ends the call as {@code bad_pointer}, before a byte is copied.
 * Belongs to the call's own thread.
 */
public interface GuestMemory {
    /** How many bytes there are now. */
    long sizeBytes();

    /** Goes on if the range lies in memory whole; ends the call as {@code bad_pointer} if not. */
    void requireRange(int address, int length);

    /** A copy of a range. */
    byte[] read(int address, int length);

    /** Copies a part of an array into memory. */
    void write(int address, byte[] source, int offset, int length);

    /** A little-endian 32-bit value. */
    int readInt(int address);

    /** A little-endian 64-bit value. */
    long readLong(int address);

    /** Writes a little-endian 32-bit value. */
    void writeInt(int address, int value);

    /** Writes a little-endian 64-bit value. */
    void writeLong(int address, long value);

    /** Copies a whole array into memory. */
    default void write(int address, byte[] source) {
        write(address, source, 0, source.length);
    }
}
