package dev.airlock.runtime.oauth;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The answer of a token endpoint to a poll (RFC 8628, section 3.5). */
sealed interface DevicePoll {
    /** The person has not decided yet. */
    record Pending() implements DevicePoll {}

    /** The person has not decided yet, and the polls are too frequent. */
    record TooOften() implements DevicePoll {}

    /** The answer is unknown; the next poll may tell. */
    record Lost(TokenAnswer.Unreachable why) implements DevicePoll {}

    /** The final answer: tokens, or a refusal. */
    record Ended(TokenAnswer answer) implements DevicePoll {}

    /** Errors that may be temporary (RFC 6749, section 4.1.2.1). */
    Set<String> PASSING = Set.of("temporarily_unavailable", "server_error");

    /** Reads an answer. Some providers send a refusal or "not yet" with a success status, and {@code slow_down} with 429. */
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
