package dev.airlock.registry.net;

import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.registry.install.SourceException;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Gives each download and each upload a time limit, and makes it cancellable.
 *
 * @param cancellation cancels the running transfer and all later ones
 */
record Transfers(Cancellation cancellation) {
    static final Duration MOST_TIME = Duration.ofMinutes(10);

    /** The work within that time. */
    @FunctionalInterface
    interface Work<T> {
        /**
         * Does the work.
         *
         * @throws dev.airlock.sandbox.call.CallEnded if the time ends first
         */
        T run(CallScope scope) throws SourceException;
    }

    /**
     * Runs the work.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the time ends before it is done
     */
    <T> T run(Work<T> work) throws SourceException {
        CallScope scope = new CallScope(
                Clock.SYSTEM, MOST_TIME.toMillis(), 1, JvmShare.ofTheJvm().documents());
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                scope::expire, CompletableFuture.delayedExecutor(MOST_TIME.toMillis(), TimeUnit.MILLISECONDS));
        Runnable undo = cancellation.onCancel(scope::cancel);
        try {
            return work.run(scope);
        } finally {
            undo.run();
            deadline.cancel(false);
        }
    }

    /**
     * Returns why it was ended, in sentences.
     *
     * @param most the maximum size of an answer, in bytes
     */
    static String why(Termination ending, long most, TransferPurpose errand) {
        return errand.subject() + " was stopped: " + reason(ending, most, errand);
    }

    private static String reason(Termination ending, long most, TransferPurpose errand) {
        if (ending instanceof Termination.Denied denied) {
            Denial denial = denied.denial();
            return denial.what() + ", which is not public. "
                    + (denial.fix().isEmpty()
                            ? "Airlock sends no request there."
                            : "To allow it, add --allow-private "
                                    + denial.requested().replaceFirst(":\\d+$", "") + ".");
        }
        if (ending instanceof Termination.LimitReached reached && reached.limit() == LimitName.HTTP_RESPONSE) {
            return "it is larger than " + most + " bytes, the most that is allowed.";
        }
        return ending instanceof Termination.LimitReached
                ? "it takes more than " + MOST_TIME.toMinutes() + " minutes. " + errand.late()
                : "it was cancelled.";
    }
}
