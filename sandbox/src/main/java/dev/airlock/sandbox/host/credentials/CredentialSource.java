package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.sandbox.load.Deadline;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the secrets of one connector come from. Thread-safe.
 *
 * <p>For instance, from the bindings of an upstream script: {@code CredentialSource.of(Map.of("api_key",
 * "test-secret-1234"))}.
 */
public interface CredentialSource {
    /**
     * The credential to inject into a request that is about to go out. May wait, for a token to be renewed for instance, at
     * most until the call's deadline.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    CredentialAnswer find(CredentialKind kind, Deadline call);

    /**
     * Everything secret that is bound for the connector, whether or not a request uses it: it is taken out of whatever comes
     * back. Asked before each exchange; never waits.
     *
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    List<Secret> secrets(CredentialKind kind);

    /**
     * Takes everything secret that is bound for the connector out of what others are told, records for instance.
     *
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    default Redactor redactor(CredentialKind kind) {
        return Redactor.of(secrets(kind).stream().map(Secret::reveal).toList());
    }

    /**
     * The same for whatever kind a manifest declares. What cannot be read now cannot be read for a call either, which says so;
     * then nothing is known here.
     */
    default Redactor redactor(ConnectorManifest manifest) {
        try {
            return manifest.capabilities()
                    .credential()
                    .map(credential -> redactor(credential.kind()))
                    .orElse(Redactor.ofNothing());
        } catch (CredentialsUnavailableException e) {
            return Redactor.ofNothing();
        }
    }

    /** Nothing is bound. */
    static CredentialSource none() {
        return of(Map.of());
    }

    /**
     * Credentials by the kind's word, each in one text as {@link BoundCredential#of} takes it.
     *
     * @throws IllegalArgumentException if a kind does not exist, or a secret is one that {@link Secret#of} refuses
     */
    static CredentialSource of(Map<String, String> textsByKind) {
        Map<CredentialKind, BoundCredential> bound = new EnumMap<>(CredentialKind.class);
        textsByKind.forEach((word, text) -> {
            CredentialKind kind = Arrays.stream(CredentialKind.values())
                    .filter(known -> known.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no kind of credential is called " + word));
            bound.put(kind, BoundCredential.of(kind, text.getBytes(StandardCharsets.UTF_8)));
        });
        return new CredentialSource() {
            @Override
            public CredentialAnswer find(CredentialKind kind, Deadline call) {
                return Optional.ofNullable(bound.get(kind))
                        .<CredentialAnswer>map(CredentialAnswer.Bound::everywhere)
                        .orElseGet(() -> new CredentialAnswer.Missing(
                                "Bind one with `airlock binding setup DIR`, or give a fake one under [bindings] in the upstream"
                                        + " script."));
            }

            @Override
            public List<Secret> secrets(CredentialKind kind) {
                return Optional.ofNullable(bound.get(kind))
                        .map(BoundCredential::secrets)
                        .orElse(List.of());
            }
        };
    }
}
