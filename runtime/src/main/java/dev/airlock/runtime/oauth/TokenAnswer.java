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
     * @param member the member of the answer that held them, such as Slack's {@code authed_user}; empty if they stood at its top
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Tokens(byte[] access, Optional<byte[]> refresh, Optional<Instant> expiresAt, Optional<String> member)
            implements TokenAnswer, AutoCloseable {
        /** Tokens that stood at the top of the answer. */
        public Tokens(byte[] access, Optional<byte[]> refresh, Optional<Instant> expiresAt) {
            this(access, refresh, expiresAt, Optional.empty());
        }

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
     * An answer without an access token that could be used; to be closed after use, which overwrites what it holds.
     *
     * @param refresh what the provider gave in place of the token that renewed, and may have taken back; empty if it gave none
     * @param why which member is not taken, in Airlock's words, without a full stop
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Unusable(Optional<byte[]> refresh, String why) implements TokenAnswer, AutoCloseable {
        @Override
        public void close() {
            refresh.ifPresent(bytes -> Arrays.fill(bytes, (byte) 0));
        }

        /** Says nothing of the token. */
        @Override
        public String toString() {
            return "Unusable[" + why + "]";
        }
    }

    /**
     * The provider says no, and will say it again.
     *
     * @param code the error of RFC 6749, such as {@code invalid_grant}, or the status
     * @param said what the provider says, in quotation marks; empty if it is the code
     */
    record Denied(String code, String said) implements TokenAnswer {
        /** A refusal that is no more than its code. */
        public Denied(String code) {
            this(code, "");
        }
    }

    /**
     * No answer that means anything; the next attempt may get one.
     *
     * @param why what happened, in Airlock's words, without a full stop
     */
    record Unreachable(String why) implements TokenAnswer {}
}
