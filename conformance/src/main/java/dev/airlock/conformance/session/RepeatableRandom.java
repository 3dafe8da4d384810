package dev.airlock.conformance.session;

import dev.airlock.sandbox.wasi.GuestRandom;
import java.util.SplittableRandom;

/** A random source that is determined by a seed. */
final class RepeatableRandom implements GuestRandom {
    private final SplittableRandom random;

    RepeatableRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public synchronized void fill(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
