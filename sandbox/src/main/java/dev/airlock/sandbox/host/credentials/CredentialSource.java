package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.budget.Deadline;
import java.util.List;
import java.util.Map;

/**
 * A source of one connector's secrets. Thread-safe.
 *
 * <p>For example, from the bindings of an upstream script:
 * {@code CredentialSource.of(Map.of("api_key", "test-secret-1234"))}.
 */
public interface CredentialSource {
    /**
     * Returns a source for one call with all its attempts. A source that has to ask elsewhere asks once for the call,
     * and forgets the answer with it. Default: this one.
     *
     * @param call the time until which the caller waits
     */
    default CredentialSource forCall(Deadline call) {
        return this;
    }

    /**
     * Returns the credential to inject into a request that is about to go out. May wait, for the renewal of a token for
     * example, until the call's deadline.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     */
    CredentialAnswer find(CredentialKind kind, Deadline call);

    /**
     * Returns every secret that is bound for the connector, whether or not a request uses it; it is removed from all
     * answers. Asked before each exchange; never waits.
     *
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     */
    List<Secret> secrets(CredentialKind kind);

    /**
     * Returns one of several credentials that a manifest declares. A source that knows only kinds has no named one.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     */
    default CredentialAnswer find(NamedCredential declared, Deadline call) {
        return declared.name().isEmpty()
                ? find(declared.kind(), call)
                : new CredentialAnswer.Missing(
                        "The credential source of this connector has no credential called " + declared.word() + ".");
    }

    /**
     * Returns every secret that is bound for a connector with these credentials. Asked before each exchange; never
     * waits.
     *
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     */
    default List<Secret> secrets(DeclaredCredentials declared) {
        return declared.all().stream()
                .map(NamedCredential::kind)
                .distinct()
                .flatMap(kind -> secrets(kind).stream())
                .toList();
    }

    /**
     * Returns every secret in a call, for a source that may have to wait.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     * @throws CredentialRefusedException if one of them cannot be obtained
     */
    default List<Secret> secrets(DeclaredCredentials declared, Deadline call) {
        return secrets(declared);
    }

    /**
     * Removes every secret that is bound for the connector from what others see, records for example.
     *
     * @throws CredentialsUnavailableException if the store of the credentials cannot be read
     */
    default Redactor redactor(CredentialKind kind) {
        return Redactor.of(secrets(kind).stream().map(Secret::reveal).toList());
    }

    /**
     * Removes the secrets of everything that a manifest declares. If the store cannot be read, this removes nothing: a
     * call cannot read it either, and reports that.
     */
    default Redactor redactor(ConnectorManifest manifest) {
        try {
            return Redactor.of(secrets(manifest.capabilities().credentials()).stream()
                    .map(Secret::reveal)
                    .toList());
        } catch (CredentialsUnavailableException e) {
            return Redactor.ofNothing();
        }
    }

    /** Returns a source in which nothing is bound. */
    static CredentialSource none() {
        return of(Map.of());
    }

    /**
     * Returns credentials by a kind's word or by their name in the manifest, each in one text as
     * {@link BoundCredential#of} takes it. As in a request, a kind means the credential of
     * {@code [capabilities.credential]}, or the only one of that kind.
     *
     * @throws IllegalArgumentException if a word is neither, or {@link Secret#of} refuses the secret of a kind
     */
    static CredentialSource of(Map<String, String> texts) {
        return new GivenCredentials(texts);
    }
}
