package dev.airlock.sandbox.host;

import dev.airlock.manifests.credentials.CredentialKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the secrets of one connector come from. Asked once in a call, when its first request is made.
 *
 * <p>For instance, from the bindings of an upstream script: {@code CredentialSource.of(Map.of("api_key",
 * "test-secret-1234"))}.
 */
@FunctionalInterface
public interface CredentialSource {
    /** The secret that is bound for a kind: for {@code basic}, user name and password with a colon between. */
    Optional<Secret> find(CredentialKind kind);

    /** Nothing is bound. */
    static CredentialSource none() {
        return kind -> Optional.empty();
    }

    /**
     * Secrets by the kind's word.
     *
     * @throws IllegalArgumentException if a kind does not exist, or a secret is one that {@link Secret#of} refuses
     */
    static CredentialSource of(Map<String, String> secretsByKind) {
        Map<CredentialKind, Secret> secrets = new EnumMap<>(CredentialKind.class);
        secretsByKind.forEach((word, value) -> {
            CredentialKind kind = Arrays.stream(CredentialKind.values())
                    .filter(known -> known.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no kind of credential is called " + word));
            secrets.put(kind, Secret.of(value));
        });
        return kind -> Optional.ofNullable(secrets.get(kind));
    }
}
