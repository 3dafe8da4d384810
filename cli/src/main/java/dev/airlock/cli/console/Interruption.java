package dev.airlock.cli.console;

import dev.airlock.failures.SideEffects;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C: the process is asked to end, whatever runs is cancelled, and the process ends with the outcome's own exit code
 * once that is printed. If nothing runs yet, or the outcome does not come in time, the cancellation is printed here.
 */
public final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 3;
    private static final CompletableFuture<Integer> ENDED = new CompletableFuture<>();

    private final Terminal terminal;
    private final boolean json;
    private final AtomicBoolean spoken = new AtomicBoolean();
    private final Thread hook = new Thread(this::interrupted, "airlock-interruption");
    private boolean requested;
    private boolean called;
    private Optional<Runnable> running = Optional.empty();

    private Interruption(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.json = json;
    }

    /**
     * Listens for Ctrl-C until it is closed.
     *
     * @param json whether a cancellation without an outcome is a document on standard output, and not a word on standard error
     */
    public static Interruption listen(Terminal terminal, boolean json) {
        Interruption interruption = new Interruption(terminal, json);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** From now on the calling thread loads a connector, and is interrupted if the load is to end. */
    public synchronized void loading() {
        Thread thread = Thread.currentThread();
        enter(thread::interrupt);
    }

    /** From now on a call runs, and is cancelled if it is to end. Clears the interruption of a load that ended before. */
    public synchronized void calling(Cancellation cancellation) {
        called = true;
        working(cancellation);
    }

    /** The same of something that changes nothing at a service: a download, a call to nobody. */
    public synchronized void working(Cancellation cancellation) {
        Thread.interrupted();
        enter(cancellation::cancel);
    }

    /** From now on the outcome is known, and something is done that may be left: it is ended by that action. */
    public synchronized void finishing(Runnable leave) {
        enter(leave);
    }

    private void enter(Runnable end) {
        running = Optional.of(end);
        if (requested) {
            end.run();
        }
    }

    /** Whether the process was asked to end. */
    public synchronized boolean requested() {
        return requested;
    }

    /** Whether the caller may print what came of the command: only one may. */
    public boolean mayPrint() {
        return spoken.compareAndSet(false, true);
    }

    /** Everything is printed and flushed. */
    public static void ended(int exitCode) {
        ENDED.complete(exitCode);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already: the hook runs, and waits for the exit code.
        }
    }

    private void interrupted() {
        boolean mayTakeTime = endWhatRuns();
        Runtime.getRuntime().halt(mayTakeTime ? exitCode() : cancelledHere());
    }

    private synchronized boolean endWhatRuns() {
        requested = true;
        running.ifPresent(Runnable::run);
        return running.isPresent();
    }

    private int exitCode() {
        try {
            return ENDED.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return cancelledHere();
        }
    }

    /** Says that nothing came of the command, unless something was said already; the exit code for that. */
    public int cancelledHere() {
        if (mayPrint()) {
            sayCancelled();
        }
        return ExitCode.CANCELLED;
    }

    private synchronized void sayCancelled() {
        if (json) {
            terminal.out().println(SafeJson.line(OutcomeDocument.of(cancelled())));
        } else {
            terminal.err()
                    .println(
                            called
                                    ? "cancelled before it had an outcome; it may have taken effect, so check before you repeat it"
                                    : "cancelled");
        }
    }

    /** A call that was begun and whose outcome is not waited for may have done anything. */
    private Outcome cancelled() {
        return called
                ? new Outcome.Cancelled(SideEffects.UNKNOWN, Usage.none(0), Transcript.EMPTY)
                : Outcome.Cancelled.beforehand(0);
    }
}
