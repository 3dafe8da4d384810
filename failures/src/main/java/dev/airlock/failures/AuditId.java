package dev.airlock.failures;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The reference from an outcome to its audit record: {@code audit-} and a UUID. New ones are of version 7 (RFC 9562, 5.7), so ids sort by
 * the time when they were made.
 *
 * @param value the whole text, prefix included
 */
public record AuditId(String value) {
    private static final long VERSION_7 = 0x7000;
    private static final Pattern FORM =
            Pattern.compile("audit-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /** @throws IllegalArgumentException if the text is not {@code audit-} and a lower-case UUID */
    public AuditId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("an audit id is audit- and a UUID");
        }
    }

    /** Returns a new id that was never used. */
    public static AuditId random() {
        return new AuditId("audit-" + uuid(System.currentTimeMillis()));
    }

    /**
     * Returns a new UUID of version 7 for a time.
     *
     * @param epochMillis milliseconds since 1970, at least 0; 48 bits of them are kept
     */
    public static UUID uuid(long epochMillis) {
        return uuid(epochMillis, UUID.randomUUID());
    }

    /** Returns an id for a time that takes its random bits from a version 4 UUID, which must never have been used before. */
    public static AuditId of(long epochMillis, UUID randomSource) {
        return new AuditId("audit-" + uuid(epochMillis, randomSource));
    }

    private static UUID uuid(long epochMillis, UUID randomSource) {
        return new UUID(
                (epochMillis << 16) | VERSION_7 | (randomSource.getMostSignificantBits() & 0xFFF),
                randomSource.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return value;
    }
}
