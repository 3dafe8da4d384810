package dev.airlock.manifests.hosts;

import java.util.Arrays;
import java.util.Optional;

/** How a connector talks to a host. */
public enum UrlScheme {
    /** In the clear; only where a manifest says {@code http://} in so many words. */
    HTTP("http", 80),
    /** Over TLS, the default. */
    HTTPS("https", 443);

    private final String word;
    private final int defaultPort;

    UrlScheme(String word, int defaultPort) {
        this.word = word;
        this.defaultPort = defaultPort;
    }

    /** The scheme as it stands in a URL. */
    public String word() {
        return word;
    }

    /** The port of a URL that names none. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The scheme written that way, if there is one; lower case only. */
    public static Optional<UrlScheme> ofWord(String word) {
        return Arrays.stream(values())
                .filter(scheme -> scheme.word.equals(word))
                .findFirst();
    }
}
