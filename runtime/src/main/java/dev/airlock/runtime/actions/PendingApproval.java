package dev.airlock.runtime.actions;

import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A pending decision. It ends when the decision comes, the caller cancels the action, or the time is over. Use once. */
final class PendingApproval {
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private PendingApproval() {}

    /** The result of asking. */
    sealed interface Answer {
        /** The approver decided. */
        record Decided(Approver.Decision decision) implements Answer {}

        /** There was no decision in time. */
        record Expired() implements Answer {}

        /** The caller cancelled the action. */
        record Cancelled() implements Answer {}
    }

    /**
     * Asks, and waits. Passes on the approver's exceptions.
     *
     * @param faults receives exceptions that are thrown after the decision no longer matters
     */
    static Answer of(Approver approver, Approver.Request request, Cancellation caller, Consumer<Throwable> faults) {
        PendingApproval pending = new PendingApproval();
        Runnable unused = request.moot().onCancel(() -> pending.answer.complete(new Answer.Cancelled()));
        Runnable undo = caller.onCancel(() -> quietly(request.moot()::cancel, faults));
        long start = Clock.SYSTEM.monotonicNanos();
        try {
            CompletionStage<Approver.Decision> asked = approver.decide(request);
            return pending.await(
                    asked, TimeUnit.NANOSECONDS.convert(request.within()) - (Clock.SYSTEM.monotonicNanos() - start));
        } finally {
            undo.run();
            quietly(request.moot()::cancel, faults);
        }
    }

    /** Runs a notification whose exceptions do not affect the decision. */
    private static void quietly(Runnable tell, Consumer<Throwable> faults) {
        try {
            tell.run();
        } catch (RuntimeException | Error e) {
            faults.accept(e);
        }
    }

    /** Waits for the decision. A decision after the time limit does not count, even if it came before the wait began. */
    private Answer await(CompletionStage<Approver.Decision> asked, long nanos) {
        try {
            if (nanos <= 0) {
                return answer.getNow(new Answer.Expired());
            }
            CompletionStage<?> unused = asked.whenComplete(this::complete);
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Answer.Expired();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Cancelled();
        } catch (ExecutionException e) {
            throw new IllegalStateException("who was asked for approval failed", e.getCause());
        } finally {
            if (asked instanceof CompletableFuture<?> future) {
                future.cancel(true);
            }
        }
    }

    private void complete(Approver.Decision decision, Throwable failure) {
        Optional<Throwable> why = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? Optional.of(wrapped.getCause())
                : Optional.ofNullable(failure);
        if (why.isPresent()) {
            answer.completeExceptionally(why.get());
        } else if (decision == null) {
            answer.completeExceptionally(new IllegalStateException("there is no decision"));
        } else {
            answer.complete(new Answer.Decided(decision));
        }
    }
}
