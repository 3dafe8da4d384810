package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.wasi.GuestRandom;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/** What is left to chance: jitter, keys, identifiers. Thread-safe if its source is. */
public final class Chance {
    private static final int UUID_BYTES = 16;
    private static final double STEPS = 1L << 53;

    private final GuestRandom source;

    /** Chance from that source; a seeded one repeats itself. */
    public Chance(GuestRandom source) {
        this.source = source;
    }

    /** The machine's cryptographic random numbers. */
    public static Chance secure() {
        return new Chance(GuestRandom.secure());
    }

    /** A number from 0, inclusive, to 1, exclusive. */
    public double fraction() {
        return (bytes(Long.BYTES).getLong() >>> 11) / STEPS;
    }

    /** A key under which no other call goes. */
    public String key() {
        return uuid().toString();
    }

    /** An audit id that was never used, for something that happens then. */
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
