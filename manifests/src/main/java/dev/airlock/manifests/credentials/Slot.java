package dev.airlock.manifests.credentials;

import java.util.Optional;

/** The place in a request for a credential with one secret, and the format of the text there. */
public sealed interface Slot {
    /** The placeholder of the secret in a format. */
    String KEY = "{key}";
    /** The format of a parameter or a cookie when the manifest gives none. */
    String BARE = KEY;

    /** Returns the text for that place, with <code>{key}</code> once in place of the secret. */
    String format();

    /** Returns the slot as people read it and as a binding captures it. No two slots have the same text. */
    String text();

    /** Returns the text for that place with a secret, not yet encoded. */
    default String value(String secret) {
        return format().replace(KEY, secret);
    }

    /** Returns whether the secret becomes part of the URL, which services and proxies write to their logs. */
    default boolean isInUrl() {
        return false;
    }

    /**
     * A header of the request.
     *
     * @param name the header's name
     */
    record Header(String name, String format) implements Slot {
        /** The header when the manifest names none. */
        public static final String DEFAULT_NAME = "Authorization";
        /** Its value when the manifest gives no format. */
        public static final String DEFAULT_FORMAT = "Bearer {key}";
        /** The slot when the manifest declares none. */
        public static final Header STANDARD = new Header(DEFAULT_NAME, DEFAULT_FORMAT);

        @Override
        public String text() {
            return name + ": " + format;
        }
    }

    /**
     * A parameter that is added at the end of the query.
     *
     * @param name the parameter's name
     */
    record Query(String name, String format) implements Slot {
        @Override
        public String text() {
            return "query " + name + "=" + format;
        }

        @Override
        public boolean isInUrl() {
            return true;
        }
    }

    /**
     * A cookie, added to those of the connector.
     *
     * @param name the cookie's name
     */
    record Cookie(String name, String format) implements Slot {
        private static final String WORD = "cookie ";

        @Override
        public String text() {
            return WORD + name + "=" + format;
        }
    }

    /** A whole segment of the path, in which the connector writes the format itself. */
    record PathSegment(String format) implements Slot {
        @Override
        public String text() {
            return "path /" + format;
        }

        @Override
        public boolean isInUrl() {
            return true;
        }
    }

    /**
     * Returns the reason why the slot of that {@link #text} does not take a secret, as words that follow "a secret"; empty if it takes it.
     */
    static Optional<String> refusal(String slotText, byte[] secret) {
        return slotText.startsWith(Cookie.WORD) ? CookieOctets.refusal(secret) : Optional.empty();
    }
}
