package dev.airlock.sandbox.host;

import dev.airlock.failures.Redactor;
import java.nio.charset.StandardCharsets;

/** A credential's value. It has no text form: it can be injected and searched for, not printed. */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * A secret that can be injected into a header.
     *
     * @throws IllegalArgumentException if it is shorter than 8 bytes, so that looking for it would hit innocent text, or has
     *     characters that no header takes
     */
    public static Secret of(String value) {
        if (value.getBytes(StandardCharsets.UTF_8).length < Redactor.MIN_SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has at least " + Redactor.MIN_SECRET_BYTES + " bytes");
        }
        if (!value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException("a secret is printable ASCII, as it goes into a header");
        }
        return new Secret(value);
    }

    String reveal() {
        return value;
    }

    /** Says nothing. */
    @Override
    public String toString() {
        return Redactor.MARK;
    }
}
