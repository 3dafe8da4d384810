package dev.airlock.runtime.recordings;

import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.sandbox.recording.Recording;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A recording as a file: which connector it was, and each attempt of the call. Lines of JSON, described by {@code
 * src/abi/recording.schema.json}; the last one has the SHA-256 of all before it. Immutable.
 *
 * @param origin which connector was called
 * @param attempts its attempts, in order, at least one
 */
public record RecordingFile(Origin origin, List<Recording> attempts) {
    /** The version of the form that is written; the only one that is read. */
    public static final int VERSION = 1;

    /** The largest file that is read, in bytes. */
    public static final int MOST_BYTES = 256 << 20;

    private static final byte[] NOTHING = {};

    /** Copies the list. */
    public RecordingFile {
        attempts = List.copyOf(attempts);
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("a recording has at least one attempt");
        }
    }

    /**
     * Which connector was called.
     *
     * @param manifest its manifest, as it was written
     * @param moduleHash the hash of its WebAssembly
     */
    public record Origin(String manifest, ContentHash moduleHash) {
        /** The connector of those bytes. */
        public static Origin of(byte[] manifest, byte[] module) {
            return new Origin(new String(manifest, StandardCharsets.UTF_8), hash(module));
        }

        /** The hash of its manifest. */
        public ContentHash manifestHash() {
            return hash(manifest.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The hash of a module or a manifest alone. */
    public static ContentHash hash(byte[] bytes) {
        return ContentHash.of(bytes, NOTHING);
    }
}
