package dev.airlock.conformance.session;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
import java.util.List;

/** A credential source that can be switched between calls. */
final class SwitchedCredentials implements CredentialSource {
    private volatile CredentialSource current = CredentialSource.none();

    void use(CredentialSource other) {
        current = other;
    }

    @Override
    public CredentialAnswer find(CredentialKind kind, Deadline call) {
        return current.find(kind, call);
    }

    @Override
    public List<Secret> secrets(CredentialKind kind) {
        return current.secrets(kind);
    }

    @Override
    public CredentialAnswer find(NamedCredential declared, Deadline call) {
        return current.find(declared, call);
    }

    @Override
    public List<Secret> secrets(DeclaredCredentials declared) {
        return current.secrets(declared);
    }
}
