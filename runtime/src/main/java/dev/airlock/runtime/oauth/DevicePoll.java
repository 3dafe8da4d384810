package dev.airlock.runtime.oauth;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What a token endpoint says to whoever asks whether a person has consented (RFC 8628, section 3.5). */
sealed interface DevicePoll {
    /** Not yet. */
    record Pending() implements DevicePoll {}

    /** Not yet, and it is asked too often. */
    record TooOften() implements DevicePoll {}

    /** Nobody knows; the next time it may say. */
    record Lost(TokenAnswer.Unreachable why) implements DevicePoll {}

    /** It will say nothing else: tokens, or that there are none. */
    record Ended(TokenAnswer answer) implements DevicePoll {}

    /** Errors of a server that may say something else later (RFC 6749, section 4.1.2.1). */
    Set<String> PASSING = Set.of("temporarily_unavailable", "server_error");

    /** Reads an answer. Some providers say no, and not yet, with a status of success, and slow down with 429. */
    static DevicePoll read(String body, int status, Instant asked) {
        Optional<TokenReply> reply = TokenReply.read(body);
        String error = reply.flatMap(TokenReply::error).orElse("");
        if (error.equals("authorization_pending")) {
            return new Pending();
        }
        if (error.equals("slow_down")) {
            return new TooOften();
        }
        boolean isPassing =
                status >= OAuthClient.SERVER_ERROR || OAuthClient.LATER.contains(status) || PASSING.contains(error);
        if (!isPassing && !error.isEmpty()) {
            return new Ended(reply.orElseThrow().denied(status));
        }
        TokenAnswer answer = isPassing
                ? new TokenAnswer.Unreachable("the token endpoint answered " + status)
                : OAuthClient.answer(body, status, asked);
        return answer instanceof TokenAnswer.Unreachable why ? new Lost(why) : new Ended(answer);
    }
}
