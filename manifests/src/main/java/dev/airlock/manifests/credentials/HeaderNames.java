package dev.airlock.manifests.credentials;

import java.util.Locale;
import java.util.Set;

/** Which names of headers there are (RFC 9110, 5.6.2), and which of them are no connector's to set. */
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

    /** The names that belong to the connection, in lower case; those that begin with {@code Proxy-} belong to it as well. */
    public static Set<String> ofTheConnection() {
        return THE_CONNECTIONS_OWN;
    }

    /** Whether a header belongs to the connection, in whatever case its name is written. */
    public static boolean isTheConnectionsOwn(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return THE_CONNECTIONS_OWN.contains(lower) || lower.startsWith(PROXYS);
    }

    /** Whether a text is a token, or empty. */
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
