package dev.airlock.runtime.packages;

import java.util.Set;

/** What became of checking a package's signatures against the keys that are trusted for its publisher. */
public sealed interface SignatureCheck {
    /** Nobody signed it, and no key is trusted for its publisher. */
    record Unsigned() implements SignatureCheck {}

    /**
     * It bears signatures, and no key is trusted for its publisher, so that nothing can be said of them.
     *
     * @param authority the publisher, {@code scheme://owner/repo}
     */
    record NobodyTrusted(String authority) implements SignatureCheck {}

    /**
     * Every signature that it bears is of a trusted key.
     *
     * @param authority the publisher
     * @param key the key of the strongest one
     * @param forms what was verified
     */
    record Verified(String authority, PublisherKey key, Set<SignatureForm> forms) implements SignatureCheck {
        /** Copies the set. */
        public Verified {
            forms = Set.copyOf(forms);
        }
    }

    /**
     * A signature is wrong, or is missing where a key is trusted. Nobody can wave this through.
     *
     * @param authority the publisher
     * @param why what is wrong, as a sentence
     */
    record Failed(String authority, String why) implements SignatureCheck {}
}
