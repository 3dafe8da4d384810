package dev.airlock.registry.packages;

import java.util.Set;

/** The result of checking a package's signatures against the trusted keys of its publisher. */
public sealed interface SignatureCheck {
    /** The package is unsigned, and no key is trusted for its publisher. */
    record Unsigned() implements SignatureCheck {}

    /**
     * The package is signed, but no key is trusted for its publisher, so the signatures cannot be checked.
     *
     * @param authority the publisher, {@code scheme://owner/repo}
     */
    record NobodyTrusted(String authority) implements SignatureCheck {}

    /**
     * Every signature of the package verifies with a trusted key.
     *
     * @param authority the publisher
     * @param key the key of the strongest signature
     * @param forms the verified forms
     */
    record Verified(String authority, PublisherKey key, Set<SignatureForm> forms) implements SignatureCheck {
        /** Copies the set. */
        public Verified {
            forms = Set.copyOf(forms);
        }
    }

    /**
     * A signature is wrong, or is missing although a key is trusted. This cannot be overridden.
     *
     * @param authority the publisher
     * @param why the problem, as a sentence
     */
    record Failed(String authority, String why) implements SignatureCheck {}
}
