package dev.airlock.runtime.recovery.time;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.wasi.GuestRandom;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/** A random source for jitter, keys and identifiers. Thread-safe if its source is. */
public final class RandomSource {
    private static final int UUID_BYTES = 16;
    private static final double STEPS = 1L << 53;

    private final GuestRandom source;

    /** Creates a random source on another one. A seeded source gives repeatable numbers. */
    public RandomSource(GuestRandom source) {
        this.source = source;
    }

    /** Returns the machine's cryptographic random source. */
    public static RandomSource secure() {
        return new RandomSource(GuestRandom.secure());
    }

    /** Returns a number from 0, inclusive, to 1, exclusive. */
    public double fraction() {
        return (bytes(Long.BYTES).getLong() >>> 11) / STEPS;
    }

    /** Returns a new, unique key. */
    public String key() {
        return uuid().toString();
    }

    /** Returns a new, unique audit id for an event at the given time. */
    public AuditId auditId(Instant now) {
        return AuditId.of(now.toEpochMilli(), uuid());
    }

    private UUID uuid() {
        ByteBuffer bits = bytes(UUID_BYTES);
        long most = (bits.getLong() & ~0xF000L) | 0x4000L;
        long least = (bits.getLong() & ~(3L << 62)) | (1L << 63);
        return new UUID(most, least);
    }

    private ByteBuffer bytes(int count) {
        byte[] bytes = new byte[count];
        source.fill(bytes);
        return ByteBuffer.wrap(bytes);
    }
}
