package dev.airlock.sandbox.wasi;

import java.security.SecureRandom;

/** A random source for guests. Thread-safe. */
@FunctionalInterface
public interface GuestRandom {
    /** Returns the machine's cryptographic random source. */
    static GuestRandom secure() {
        return new SecureRandom()::nextBytes;
    }

    /** Fills the array. */
    void fill(byte[] bytes);
}
