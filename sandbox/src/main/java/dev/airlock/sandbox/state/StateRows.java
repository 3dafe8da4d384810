package dev.airlock.sandbox.state;

import java.util.Optional;

/**
 * The data that one connector keeps, seen from within one transaction. Expired rows are absent. Expiry times are in
 * milliseconds since 1970. Not thread-safe.
 */
public interface StateRows {
    /** The expiry time of a row that stays. */
    long NEVER = Long.MAX_VALUE;

    /** Returns the value under a key. */
    Optional<byte[]> value(byte[] key);

    /** Sets the value under a key. */
    void put(byte[] key, byte[] value, long endsAtMillis);

    /** Removes a key; does nothing if it does not exist. */
    void remove(byte[] key);

    /** Returns the claim under a key; claims and values have separate keys. */
    Optional<Claim> claim(byte[] key);

    /** Claims a key that is not claimed. */
    void claim(byte[] key, String holder, long endsAtMillis);

    /** Releases a claim that is not done. */
    void release(byte[] key);

    /** Marks every claim of a holder as done. */
    void complete(String holder);

    /** The bytes of all keys and values, including those of claims. */
    long bytes();

    /** The number of keys, including those of claims. */
    long keys();
}
