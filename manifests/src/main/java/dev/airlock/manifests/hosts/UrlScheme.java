package dev.airlock.manifests.hosts;

import java.util.Arrays;
import java.util.Optional;

/** The schemes with which a connector talks to a host. */
public enum UrlScheme {
    /** Unencrypted; only where a manifest writes {@code http://}. */
    HTTP("http", 80),
    /** Over TLS, the default. */
    HTTPS("https", 443);

    private final String word;
    private final int defaultPort;

    UrlScheme(String word, int defaultPort) {
        this.word = word;
        this.defaultPort = defaultPort;
    }

    /** Returns the scheme as it is written in a URL. */
    public String word() {
        return word;
    }

    /** Returns the port of a URL that names none. */
    public int defaultPort() {
        return defaultPort;
    }

    /** Returns the scheme written that way, if there is one; lower case only. */
    public static Optional<UrlScheme> ofWord(String word) {
        return Arrays.stream(values())
                .filter(scheme -> scheme.word.equals(word))
                .findFirst();
    }
}
