package dev.airlock.sandbox.host.credentials;

/**
 * The store of the credentials cannot be read, so nothing may go out: the answers could not be searched for secrets.
 * The message gives the reason in a sentence, and is safe to show to an agent.
 */
public final class CredentialsUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param why a sentence without secrets and paths */
    public CredentialsUnavailableException(String why) {
        super(why, null, false, false);
    }
}
