package dev.airlock.cli.console.outcome;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The handling of Ctrl-C. It cancels the running work, and the process ends with the outcome's own exit code after the outcome is printed.
 * If nothing runs yet, or the outcome does not come in time, it prints the cancellation itself.
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
     * @param json whether a cancellation without an outcome is printed as a document on standard output, instead of a word on standard
     *     error
     */
    public static Interruption listen(Terminal terminal, boolean json) {
        Interruption interruption = new Interruption(terminal, json);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Records that the calling thread loads a connector from now on. Ctrl-C interrupts it. */
    public synchronized void loading() {
        Thread thread = Thread.currentThread();
        enter(thread::interrupt);
    }

    /** Records that a call runs from now on. Ctrl-C cancels it. Clears the interruption of a load that ended before. */
    public synchronized void calling(Cancellation cancellation) {
        called = true;
        working(cancellation);
    }

    /** Does the same for work that changes nothing at a service, such as a download or a call without a service. */
    public synchronized void working(Cancellation cancellation) {
        Thread.interrupted();
        enter(cancellation::cancel);
    }

    /** Records that the outcome is known, and that the work from now on may be abandoned. Ctrl-C runs that action. */
    public synchronized void finishing(Runnable leave) {
        enter(leave);
    }

    private void enter(Runnable end) {
        running = Optional.of(end);
        if (requested) {
            end.run();
        }
    }

    /** Returns whether the process was asked to end. */
    public synchronized boolean requested() {
        return requested;
    }

    /** Returns whether the caller may print the result of the command. Only one caller may. */
    public boolean mayPrint() {
        return spoken.compareAndSet(false, true);
    }

    /** Records that everything is printed and flushed. */
    public static void ended(int exitCode) {
        ENDED.complete(exitCode);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is already ending: the hook runs and waits for the exit code.
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

    /** Prints that the command was cancelled, unless a result was already printed. Returns the exit code for that. */
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

    /** Returns the outcome of a cancelled command. A call that began and whose outcome is unknown may have had any effect. */
    private Outcome cancelled() {
        return called
                ? new Outcome.Cancelled(SideEffects.UNKNOWN, Usage.none(0), Transcript.EMPTY)
                : Outcome.Cancelled.beforehand(0);
    }
}
