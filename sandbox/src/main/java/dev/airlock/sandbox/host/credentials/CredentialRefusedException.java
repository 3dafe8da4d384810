package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.credentials.NamedCredential;

/**
 * Thrown by a {@link CredentialSource} that cannot list its secrets because of one credential. The call ends as if it
 * had asked for that credential.
 */
public final class CredentialRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient NamedCredential declared;
    private final transient CredentialAnswer.Refused answer;

    /**
     * Names the credential and the reason.
     *
     * @param declared the credential
     * @param answer why it cannot be used
     */
    public CredentialRefusedException(NamedCredential declared, CredentialAnswer.Refused answer) {
        super(answer.why());
        this.declared = declared;
        this.answer = answer;
    }

    NamedCredential declared() {
        return declared;
    }

    CredentialAnswer.Refused answer() {
        return answer;
    }
}
