package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.Optional;

/** Successful calls that can be undone. Each has one token, which is used once. */
public interface ReversalStore {
    /**
     * The token for undoing a call.
     *
     * @param call the audit id of the call to undo
     * @param token the idempotency key of the reversal, so that the service does it once
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

    /** Stores a token. */
    void issue(Token token, Instant now);

    /** Returns the unused token of a call, if there is one. Does not use it. */
    Optional<Token> find(String call);

    /** Uses the token of a call. Returns true if it was free; of several callers, only one gets true. */
    boolean redeem(String call, String reason, Instant now);

    /** Frees the token again, because the reversal did nothing. */
    void restore(String call);
}
