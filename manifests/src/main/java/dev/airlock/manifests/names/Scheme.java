package dev.airlock.manifests.names;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of place where a connector was published. */
public enum Scheme {
    /** A release of a GitHub repository. */
    GITHUB("github"),
    /** A release of a GitLab project. */
    GITLAB("gitlab"),
    /** An artifact in an OCI registry. */
    OCI("oci"),
    /** A file on a web server; the owner is its host name. */
    HTTPS("https"),
    /** Never published: a connector on its author's machine. */
    LOCAL("local");

    private final String word;

    Scheme(String word) {
        this.word = word;
    }

    /** Returns the scheme as it is written in a name, for instance {@code github}. */
    public String word() {
        return word;
    }

    /** Returns the scheme written that way, if there is one; schemes match exactly. */
    public static Optional<Scheme> ofWord(String word) {
        return Arrays.stream(values())
                .filter(scheme -> scheme.word.equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Scheme::word).toList();
    }
}
