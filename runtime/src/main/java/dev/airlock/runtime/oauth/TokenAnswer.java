package dev.airlock.runtime.oauth;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** The answer to a request for tokens. */
public sealed interface TokenAnswer {

    /**
     * Tokens. Close after use, which overwrites them.
     *
     * @param access the access token
     * @param refresh the refresh token; empty if the provider issued none, and an earlier one may stay valid
     * @param expiresAt when the access token expires; empty if the provider does not say
     * @param member the member of the answer that held them, such as Slack's {@code authed_user}; empty if they were at the top level
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Tokens(byte[] access, Optional<byte[]> refresh, Optional<Instant> expiresAt, Optional<String> member)
            implements TokenAnswer, AutoCloseable {
        /** Creates tokens from the top level of the answer. */
        public Tokens(byte[] access, Optional<byte[]> refresh, Optional<Instant> expiresAt) {
            this(access, refresh, expiresAt, Optional.empty());
        }

        @Override
        public void close() {
            Arrays.fill(access, (byte) 0);
            refresh.ifPresent(bytes -> Arrays.fill(bytes, (byte) 0));
        }

        /** Returns a text without the tokens. */
        @Override
        public String toString() {
            return "Tokens[expiresAt=" + expiresAt + "]";
        }
    }

    /**
     * An answer without a usable access token. Close after use, which overwrites its contents.
     *
     * @param refresh the refresh token that replaces the used one, which the provider may have revoked; empty if it issued none
     * @param why the unusable member, in Airlock's words, without a full stop
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Unusable(Optional<byte[]> refresh, String why) implements TokenAnswer, AutoCloseable {
        @Override
        public void close() {
            refresh.ifPresent(bytes -> Arrays.fill(bytes, (byte) 0));
        }

        /** Returns a text without the token. */
        @Override
        public String toString() {
            return "Unusable[" + why + "]";
        }
    }

    /**
     * The provider refuses, and will refuse again.
     *
     * @param code the error of RFC 6749, such as {@code invalid_grant}, or the status
     * @param said the provider's words, in quotation marks; empty if they are the code
     */
    record Denied(String code, String said) implements TokenAnswer {
        /** Creates a refusal that has only a code. */
        public Denied(String code) {
            this(code, "");
        }
    }

    /**
     * No meaningful answer; the next attempt may get one.
     *
     * @param why the reason, in Airlock's words, without a full stop
     */
    record Unreachable(String why) implements TokenAnswer {}
}
