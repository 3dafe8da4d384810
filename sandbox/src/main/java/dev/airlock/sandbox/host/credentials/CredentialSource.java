package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.load.Deadline;
import java.util.List;
import java.util.Map;

/**
 * Where the secrets of one connector come from. Thread-safe.
 *
 * <p>For instance, from the bindings of an upstream script: {@code CredentialSource.of(Map.of("api_key",
 * "test-secret-1234"))}.
 */
public interface CredentialSource {
    /**
     * The same for one call with all its attempts. A source that has to ask somebody else asks once for it, and forgets with the call what
     * it was told. Default: this one.
     *
     * @param call until when whoever makes the call waits
     */
    default CredentialSource forCall(Deadline call) {
        return this;
    }

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
     * The same for one of several that a manifest declares. A source that knows kinds only has none that has a name.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    default CredentialAnswer find(NamedCredential declared, Deadline call) {
        return declared.name().isEmpty()
                ? find(declared.kind(), call)
                : new CredentialAnswer.Missing(
                        "The credential source of this connector has no credential called " + declared.word() + ".");
    }

    /**
     * Everything secret that is bound for a connector with these credentials. Asked before each exchange; never waits.
     *
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    default List<Secret> secrets(DeclaredCredentials declared) {
        return declared.all().stream()
                .map(NamedCredential::kind)
                .distinct()
                .flatMap(kind -> secrets(kind).stream())
                .toList();
    }

    /**
     * The same in a call, for a source that may have to wait.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     * @throws CredentialRefusedException if one of them cannot be had
     */
    default List<Secret> secrets(DeclaredCredentials declared, Deadline call) {
        return secrets(declared);
    }

    /**
     * Takes everything secret that is bound for the connector out of what others are told, records for instance.
     *
     * @throws CredentialsUnavailableException if what holds the credentials cannot be read
     */
    default Redactor redactor(CredentialKind kind) {
        return Redactor.of(secrets(kind).stream().map(Secret::reveal).toList());
    }

    /**
     * The same for whatever a manifest declares. What cannot be read now cannot be read for a call either, which says so; then
     * nothing is known here.
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

    /** Nothing is bound. */
    static CredentialSource none() {
        return of(Map.of());
    }

    /**
     * Credentials by a kind's word or by the name that a manifest gives one, each in one text as {@link BoundCredential#of} takes
     * it. As in a request, a kind means that of {@code [capabilities.credential]}, or the only one of the kind.
     *
     * @throws IllegalArgumentException if a word is neither, or the secret of a kind is one that {@link Secret#of} refuses
     */
    static CredentialSource of(Map<String, String> texts) {
        return new GivenCredentials(texts);
    }
}
