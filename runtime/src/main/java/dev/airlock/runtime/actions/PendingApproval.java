package dev.airlock.runtime.actions;

import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A decision that was asked for, and is waited for until it comes, the caller ends the action, or the time is over. Used once. */
final class PendingApproval {
    private final CompletionStage<Approver.Decision> asked;
    private final Cancellation moot;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private PendingApproval(CompletionStage<Approver.Decision> asked, Cancellation moot) {
        this.asked = asked;
        this.moot = moot;
    }

    /** What came of asking. */
    sealed interface Answer {
        /** Somebody decided. */
        record Decided(Approver.Decision decision) implements Answer {}

        /** Nobody did in time. */
        record Expired() implements Answer {}

        /** The caller did not want to wait. */
        record Cancelled() implements Answer {}
    }

    /** Asks, and waits. What the approver throws goes through. */
    static Answer of(Approver approver, Approver.Request request, Cancellation caller) {
        Runnable undo = caller.onCancel(request.moot()::cancel);
        try {
            return new PendingApproval(approver.decide(request), request.moot()).await(request.within());
        } finally {
            undo.run();
        }
    }

    private Answer await(Duration within) {
        CompletionStage<?> unused = asked.whenComplete(this::complete);
        Runnable undo = moot.onCancel(() -> answer.complete(new Answer.Cancelled()));
        try {
            return answer.get(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return new Answer.Expired();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Cancelled();
        } catch (ExecutionException e) {
            throw new IllegalStateException("who was asked for approval failed", e.getCause());
        } finally {
            undo.run();
            moot.cancel();
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
