package dev.airlock.sandbox.evidence;

/**
 * Keeps evidence ahead: it is asked before the first byte of each exchange of a call that is not a read, so that what may
 * have been sent is known even if this process ends meanwhile.
 */
@FunctionalInterface
public interface SendingRecord {
    /** Keeps nothing. */
    SendingRecord NONE = request -> {};

    /**
     * A request that is about to go out.
     *
     * @param method upper case
     * @param host the canonical {@code host:port}
     * @param bearsKey whether the call's idempotency key is in it
     */
    record Outgoing(String method, String host, boolean bearsKey) {}

    /**
     * Makes the evidence durable. Runs on the call's own thread.
     *
     * @throws dev.airlock.sandbox.state.StateUnavailableException if that is not possible, or the call must not send any
     *     more; then nothing of the request is sent, and the call ends
     */
    void before(Outgoing request);
}
