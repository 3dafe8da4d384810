package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.Optional;

/** Calls that succeeded and can be undone: one token for each, which is used once. */
public interface ReversalStore {
    /**
     * What undoes a call.
     *
     * @param call the audit id of the call that is undone
     * @param token the key under which the reversal goes, so that the service does it once
     * @param connector the connector's name
     * @param operation the operation that succeeded
     * @param reversal the operation that undoes it
     * @param args the arguments of the call, as JSON
     * @param output the output of the call, as JSON
     */
    record Token(
            String call,
            String token,
            String connector,
            String operation,
            String reversal,
            String args,
            String output) {}

    /** Keeps a token. */
    void issue(Token token, Instant now);

    /** The token of a call, if it has one that is not used. It is left as it is. */
    Optional<Token> find(String call);

    /** Whether the token of a call was free, and is used from now on. Of any number of callers one is told so. */
    boolean redeem(String call, String reason, Instant now);

    /** The reversal did nothing: its token is free again. */
    void restore(String call);
}
