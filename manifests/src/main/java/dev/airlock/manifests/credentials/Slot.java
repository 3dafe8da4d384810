package dev.airlock.manifests.credentials;

import java.util.Optional;

/** Where in a request a credential of one secret goes, and what is written there. */
public sealed interface Slot {
    /** Stands for the secret in a format. */
    String KEY = "{key}";
    /** The format of a parameter and of a cookie when the manifest gives none. */
    String BARE = KEY;

    /** What is written there, with <code>{key}</code> once where the secret goes. */
    String format();

    /** The slot as people read it and as a binding freezes it; no two slots have the same text. */
    String text();

    /** What is written there for a secret, not yet encoded. */
    default String value(String secret) {
        return format().replace(KEY, secret);
    }

    /** Whether the secret becomes a part of the URL, which services and proxies write into their logs. */
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
     * A parameter of the query, added at its end.
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

    /** One whole segment of the path, for which the connector writes the format itself. */
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

    /** Why the slot of that {@link #text} does not take a secret, to follow "a secret"; empty if it takes it. */
    static Optional<String> refusal(String slotText, byte[] secret) {
        return slotText.startsWith(Cookie.WORD) ? CookieOctets.refusal(secret) : Optional.empty();
    }
}
