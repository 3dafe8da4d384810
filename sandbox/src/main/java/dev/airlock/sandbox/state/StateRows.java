package dev.airlock.sandbox.state;

import java.util.Optional;

/**
 * What one connector keeps, seen from within one transaction. What has ended is not there. Ends are in milliseconds since
 * 1970. Not thread-safe.
 */
public interface StateRows {
    /** The end of what stays. */
    long NEVER = Long.MAX_VALUE;

    /** The value under a key. */
    Optional<byte[]> value(byte[] key);

    /** Sets the value under a key. */
    void put(byte[] key, byte[] value, long endsAtMillis);

    /** Removes a key; nothing happens if it is not there. */
    void remove(byte[] key);

    /** The claim under a key; claims and values have keys of their own. */
    Optional<Claim> claim(byte[] key);

    /** Claims a key that is not claimed. */
    void claim(byte[] key, String holder, long endsAtMillis);

    /** Takes back a claim that is not done. */
    void release(byte[] key);

    /** Marks every claim of a holder as done. */
    void complete(String holder);

    /** Bytes of all keys and values, of claims too. */
    long bytes();

    /** Keys, those of claims too. */
    long keys();
}
