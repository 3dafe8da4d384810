package dev.airlock.sandbox.boundary;

import dev.airlock.failures.Failure;
import dev.airlock.failures.ForeignText;
import dev.airlock.sandbox.call.Exchange;

/** What to do about a status that an upstream answered with. */
final class StatusAdvice {
    private StatusAdvice() {}

    static String of(Exchange.Answered answered) {
        int status = answered.status();
        if (status < 400) {
            return "The service took the request and refused what it asks for; correct the arguments.";
        }
        if (Failure.isTransient(status)) {
            String wait = ForeignText.clean(answered.retryAfter());
            if (!wait.isBlank()) {
                return "The service asks to wait: Retry-After " + ForeignText.quoteAtEnd(wait);
            }
            return status == 429
                    ? "The service asks to slow down; try again later."
                    : "The service has a problem of its own; try again later.";
        }
        return switch (status) {
            case 401 -> "The credential was not accepted; bind a new one.";
            case 403 -> "The credential does not allow this; bind one that does.";
            case 404 -> "There is no such thing at the service; check the arguments.";
            case 409, 412 ->
                "The service is in another state than was assumed; look at it before anything is repeated.";
            default -> "The service does not accept the request; correct the arguments.";
        };
    }
}
