package dev.airlock.manifests.credentials;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.Arrays;
import java.util.List;

/** The kinds of credential that the host can inject. */
public enum CredentialKind {
    /** One secret in a slot of the connector's choice. */
    API_KEY("api_key"),
    /** A bearer token. */
    BEARER("bearer"),
    /** A bearer token that is obtained and refreshed through OAuth 2. */
    OAUTH2("oauth2"),
    /** A user name and a password. */
    BASIC("basic"),
    /** An AWS signature, version 4. */
    AWS_SIGV4("aws_sigv4");

    private final String word;

    CredentialKind(String word) {
        this.word = word;
    }

    /** Returns the word in the manifest, and in a request's {@code credential}. */
    public String word() {
        return word;
    }

    /** Parses the word. */
    public static Parsed<CredentialKind> parse(String word) {
        for (CredentialKind kind : values()) {
            if (kind.word.equals(word)) {
                return Parsed.ok(kind);
            }
        }
        List<String> known = Arrays.stream(values()).map(CredentialKind::word).toList();
        return Parsed.wrong(
                "kind " + Printable.quoted(word) + " is not known",
                Nearest.to(word, known)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("use one of " + String.join(", ", known)));
    }
}
