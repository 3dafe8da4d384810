package dev.airlock.manifests.credentials;

import java.util.Locale;
import java.util.Set;

/** The rules for names of headers (RFC 9110, 5.6.2), and the headers that no connector may set. */
public final class HeaderNames {
    private static final Set<String> THE_CONNECTIONS_OWN = Set.of(
            "host",
            "content-length",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "expect");

    private static final String PROXYS = "proxy-";

    private HeaderNames() {}

    /** Returns the names that belong to the connection, in lower case. Those that begin with {@code Proxy-} belong to it as well. */
    public static Set<String> ofTheConnection() {
        return THE_CONNECTIONS_OWN;
    }

    /** Returns whether a header belongs to the connection, whatever the case of its name. */
    public static boolean isTheConnectionsOwn(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return THE_CONNECTIONS_OWN.contains(lower) || lower.startsWith(PROXYS);
    }

    /** Returns whether a text is a token, or empty. */
    public static boolean hasTokenCharactersOnly(String name) {
        return name.chars().allMatch(HeaderNames::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }
}
