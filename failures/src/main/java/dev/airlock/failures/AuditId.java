package dev.airlock.failures;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The reference from an outcome to its audit record: {@code audit-} and a UUID.
 *
 * @param value the whole text, prefix included
 */
public record AuditId(String value) {
    private static final Pattern FORM =
            Pattern.compile("audit-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /** @throws IllegalArgumentException if the text is not {@code audit-} and a lower-case UUID */
    public AuditId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("an audit id is audit- and a UUID");
        }
    }

    /** A new id that was never used. */
    public static AuditId random() {
        return new AuditId("audit-" + UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value;
    }
}
