package dev.airlock.sandbox.host.credentials;

/**
 * What holds the credentials cannot be read, so nothing may go out: what comes back could not be searched for them. The message
 * says why in a sentence, and is safe to show to an agent.
 */
public final class CredentialsUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param why a sentence without secrets and paths */
    public CredentialsUnavailableException(String why) {
        super(why, null, false, false);
    }
}
