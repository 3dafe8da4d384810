package dev.airlock.sandbox.wasi;

import java.security.SecureRandom;

/** Where a guest's random bytes come from. Thread-safe. */
@FunctionalInterface
public interface GuestRandom {
    /** The machine's cryptographic random numbers. */
    static GuestRandom secure() {
        return new SecureRandom()::nextBytes;
    }

    /** Fills the array. */
    void fill(byte[] bytes);
}
