package dev.airlock.manifests.names;

import dev.airlock.formats.hash.Sha256;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The content hash by which a connector is pinned and stored: the SHA-256 over the bytes of its module, then those of its manifest.
 *
 * @param text {@code sha256:} and 64 hex digits in lower case
 */
public record ContentHash(String text) {
    private static final String PREFIX = "sha256:";
    private static final Pattern SHAPE = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final int SHORT_DIGITS = 12;

    /** @throws IllegalArgumentException if the text is not a hash */
    public ContentHash {
        if (!SHAPE.matcher(text).matches()) {
            throw new IllegalArgumentException("a content hash is sha256: and 64 hex digits");
        }
    }

    /** Returns the hash of a connector's bytes. */
    public static ContentHash of(byte[] module, byte[] manifest) {
        return new ContentHash(PREFIX + Sha256.hex(module, manifest));
    }

    /** Parses a hash in upper or lower case; returns empty if the text is none. */
    public static Optional<ContentHash> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return SHAPE.matcher(lower).matches() ? Optional.of(new ContentHash(lower)) : Optional.empty();
    }

    /** Returns the 64 digits alone. */
    public String hex() {
        return text.substring(PREFIX.length());
    }

    /** Returns a short form, enough for a person to tell hashes apart but not enough to rely on. */
    public String shortText() {
        return text.substring(0, PREFIX.length() + SHORT_DIGITS);
    }

    /** Returns the whole hash. */
    @Override
    public String toString() {
        return text;
    }
}
