package dev.airlock.sandbox;

import dev.airlock.failures.Failure;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.load.LoadAdmission;
import dev.airlock.sandbox.load.Loader;
import dev.airlock.sandbox.thread.CallThreads;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One load on a thread of its own. When its time is over and a moment longer, it is asked to stop. If it does not, it
 * is given up and counted, others may load, and the memory that it holds is returned when it ends after all. Used once.
 *
 * @param <T> the type of its result
 */
final class Loading<T> {
    private static final long STACK_BYTES = 64L << 20;

    private final Loader loader;
    private final LoadBudget budget;
    private final LoadAdmission admission;
    private final Function<Failure, T> refused;
    private final Supplier<T> cancelled;

    /**
     * @param refused makes the result of a load that fails
     * @param cancelled makes the result of a load whose caller is interrupted
     */
    Loading(
            Loader loader,
            LoadBudget budget,
            LoadAdmission admission,
            Function<Failure, T> refused,
            Supplier<T> cancelled) {
        this.loader = loader;
        this.budget = budget;
        this.admission = admission;
        this.refused = refused;
        this.cancelled = cancelled;
    }

    T run(CallThreads threads, Supplier<T> work) {
        if (Thread.currentThread().isInterrupted()) {
            return cancelled.get();
        }
        if (loader.leakedThreads().of(loader.name()) >= Sandbox.MAX_LEAKED_THREADS) {
            return refused.apply(loader.leaked());
        }
        AtomicReference<T> result = new AtomicReference<>();
        CallThreads.Task task;
        try {
            task = threads.start("load", STACK_BYTES, () -> result.set(guarded(work)));
        } catch (OutOfMemoryError noThread) {
            return refused.apply(loader.fault(noThread));
        }
        try {
            if (task.await(budget.remainingNanos())) {
                return Objects.requireNonNull(result.get());
            }
            LoadStopped why = admission.timeIsOver();
            giveUp(task);
            return stopped(why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(task);
            return cancelled.get();
        }
    }

    private void giveUp(CallThreads.Task task) {
        budget.cancel();
        if (!task.bringBack()) {
            loader.leakedThreads().add(loader.name(), task);
            admission.giveSlotBack();
        }
    }

    private T stopped(LoadStopped stopped) {
        return loader.whyStopped(stopped).map(refused).orElseGet(cancelled);
    }

    private T guarded(Supplier<T> work) {
        try (admission) {
            return work.get();
        } catch (LoadStopped e) {
            return stopped(e);
        } catch (Throwable e) {
            return refused.apply(loader.failure(e));
        }
    }
}
