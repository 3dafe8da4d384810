package dev.airlock.sandbox.boundary;

import dev.airlock.failures.Failure;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.Optional;

/** The advice on a status that an upstream answered with. */
final class StatusAdvice {
    /** The meaning of a service's {@code x-should-retry: false}. */
    static final String NOT_AGAIN = "The service asks not to try again.";

    private StatusAdvice() {}

    /**
     * Returns the next step, as a sentence.
     *
     * @param binding the binding whose credential the request carried, by its name or its kind
     */
    static String of(Exchange.Answered answered, Optional<String> binding) {
        int status = answered.status();
        if (status < 400) {
            return "The service understood the request but refused it; correct the arguments.";
        }
        if (isTransient(answered)) {
            if (!ForeignText.clean(answered.retryAfter()).isBlank()) {
                return "The service asks to wait; try again after that time.";
            }
            return status == 429
                    ? "The service asks to slow down; try again later."
                    : "The service itself failed; try again later.";
        }
        return switch (status) {
            case 401 -> "The credential was not accepted; bind a new one" + command(binding);
            case 403 -> "The credential does not allow this; bind one that does" + command(binding);
            case 404 -> "The service does not have it; check the arguments.";
            case 409, 412 -> "The service is in another state than expected; check it before you repeat the call.";
            default -> "The service does not accept the request; correct the arguments.";
        };
    }

    /** Returns the next step for a message, which quotes how long the service asks to wait. */
    static String inMessage(Exchange.Answered answered, Optional<String> binding) {
        String wait = ForeignText.clean(answered.retryAfter());
        if (!isTransient(answered) || wait.isBlank()) {
            return of(answered, binding);
        }
        return wait.chars().allMatch(Character::isDigit)
                ? "The service asks to wait " + wait + " s."
                : "The service asks to wait until " + ForeignText.quoteAtEnd(wait);
    }

    private static boolean isTransient(Exchange.Answered answered) {
        return answered.isRateLimit() || Failure.isTransient(answered.status());
    }

    /** The command that binds anew; it can contain only a binding's whole name. */
    private static String command(Optional<String> binding) {
        return binding.filter(name -> name.contains("/"))
                .map(name -> ": airlock binding rebind " + name)
                .orElse(".");
    }
}
