package dev.airlock.runtime.oauth;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** What came of asking for tokens. */
public sealed interface TokenAnswer {

    /**
     * Tokens; to be closed after use, which overwrites them.
     *
     * @param access the access token
     * @param refresh what renews it; empty if the provider gave none, and an earlier one may hold on
     * @param expiresAt when the access token ends; empty if the provider does not say
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Tokens(byte[] access, Optional<byte[]> refresh, Optional<Instant> expiresAt)
            implements TokenAnswer, AutoCloseable {
        @Override
        public void close() {
            Arrays.fill(access, (byte) 0);
            refresh.ifPresent(bytes -> Arrays.fill(bytes, (byte) 0));
        }

        /** Says nothing of them. */
        @Override
        public String toString() {
            return "Tokens[expiresAt=" + expiresAt + "]";
        }
    }

    /**
     * The provider says no, and will say it again.
     *
     * @param code the error of RFC 6749, such as {@code invalid_grant}, or the status
     */
    record Denied(String code) implements TokenAnswer {}

    /**
     * No answer that means anything; the next attempt may get one.
     *
     * @param why what happened, in Airlock's words, without a full stop
     */
    record Unreachable(String why) implements TokenAnswer {}
}
