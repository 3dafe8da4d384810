package dev.airlock.registry.oci;

import java.util.Optional;

/** The result of publishing an archive under a tag. */
public sealed interface Publication {
    /** Returns the place, as {@code oci://host/name:tag}. */
    String place();

    /** Returns the result in one word, for programs. */
    String state();

    /** Returns the digest of the manifest of the archive. */
    String digest();

    /**
     * The registry confirmed that the tag now names it.
     *
     * @param replaced the digest that the tag named before, if it was another one
     */
    record Published(String place, String digest, Optional<String> replaced) implements Publication {
        @Override
        public String state() {
            return "published";
        }
    }

    /**
     * The tag already named the same archive; nothing was changed.
     *
     * @param digest the digest of the manifest that is there, which may contain more than Airlock's own
     */
    record Unchanged(String place, String digest) implements Publication {
        @Override
        public String state() {
            return "unchanged";
        }
    }

    /** The registry's answer is unknown, but the tag names it now. */
    record Found(String place, String digest) implements Publication {
        @Override
        public String state() {
            return "found";
        }
    }

    /**
     * The tag names something else, which was not overwritten; nothing was changed.
     *
     * @param there the digest that the tag names
     */
    record Taken(String place, String digest, String there) implements Publication {
        @Override
        public String state() {
            return "taken";
        }
    }
}
