package dev.airlock.runtime.install.oci;

import java.util.Optional;

/** What became of publishing an archive under a tag. */
public sealed interface Publication {
    /** Where, as {@code oci://host/name:tag}. */
    String place();

    /** What became of it in one word, for programs. */
    String state();

    /** The digest of the manifest that names the archive. */
    String digest();

    /**
     * The registry said that the tag names it from now on.
     *
     * @param replaced the digest of what it named before, if that was something else
     */
    record Published(String place, String digest, Optional<String> replaced) implements Publication {
        @Override
        public String state() {
            return "published";
        }
    }

    /**
     * The tag named the same archive before; nothing was changed.
     *
     * @param digest of the manifest that is there, which may say more than Airlock's own
     */
    record Unchanged(String place, String digest) implements Publication {
        @Override
        public String state() {
            return "unchanged";
        }
    }

    /** Nobody knows what the registry answered, and the tag names it now. */
    record Found(String place, String digest) implements Publication {
        @Override
        public String state() {
            return "found";
        }
    }

    /**
     * The tag names something else, which was not overwritten; nothing was changed.
     *
     * @param there the digest of what it names
     */
    record Taken(String place, String digest, String there) implements Publication {
        @Override
        public String state() {
            return "taken";
        }
    }
}
