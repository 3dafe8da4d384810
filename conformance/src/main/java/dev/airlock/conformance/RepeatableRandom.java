package dev.airlock.conformance;

import dev.airlock.sandbox.wasi.GuestRandom;
import java.util.SplittableRandom;

/** Random bytes that a seed decides. */
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
