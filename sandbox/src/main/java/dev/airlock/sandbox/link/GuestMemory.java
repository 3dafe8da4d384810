package dev.airlock.sandbox.link;

/**
 * The memory of a running guest, as host functions may use it. Addresses and lengths are the guest's 32-bit values,
 * taken as unsigned. A range that is not wholly in memory ends the call as {@code bad_pointer} before a byte is copied.
 * Belongs to the call's own thread.
 */
public interface GuestMemory {
    /** The current size in bytes. */
    long sizeBytes();

    /** Checks that the range is wholly in memory; ends the call as {@code bad_pointer} if it is not. */
    void requireRange(int address, int length);

    /** Returns a copy of a range. */
    byte[] read(int address, int length);

    /** Copies a part of an array into memory. */
    void write(int address, byte[] source, int offset, int length);

    /** Reads a little-endian 32-bit value. */
    int readInt(int address);

    /** Reads a little-endian 64-bit value. */
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
