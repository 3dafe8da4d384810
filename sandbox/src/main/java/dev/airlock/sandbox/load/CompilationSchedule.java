package dev.airlock.sandbox.load;

import dev.airlock.sandbox.call.EndHooks;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides when one connector is compiled, and knows whether that is over. Compiling takes a processor that the JIT and
 * a call could use, and a connector's first call has a caller that waits. A first call that begins soon after the load
 * therefore goes first for as long as it lasts, up to a limit. Thread-safe.
 */
public final class CompilationSchedule {
    /** How soon after the load a connector's first call must begin to go first. */
    static final Duration FIRST_CALL_BEGINS = Duration.ofMillis(100);

    /** How long the compilation then waits for the first call. */
    static final Duration FIRST_CALL = Duration.ofMillis(1_900);

    private final CountDownLatch over;
    private final EndHooks firstCall = new EndHooks();
    private volatile boolean hasBeenCalled;
    private volatile boolean hasAnswered;

    private CompilationSchedule(int compilations) {
        this.over = new CountDownLatch(compilations);
    }

    /** Returns the schedule of a connector that is not compiled. */
    static CompilationSchedule nothingToCompile() {
        return new CompilationSchedule(0);
    }

    /** Returns the schedule of a connector that will be compiled. */
    static CompilationSchedule toBeCompiled() {
        return new CompilationSchedule(1);
    }

    /** Runs steps after a delay. */
    interface Timer {
        /** Runs a step after that delay. */
        void in(Duration delay, Runnable step);
    }

    /** Records that a call begins. */
    public void callBegins() {
        hasBeenCalled = true;
    }

    /** Records that a call has ended. */
    public void callIsOver() {
        if (!hasAnswered) {
            hasAnswered = true;
            firstCall.run();
        }
    }

    /** Records that there will be no more calls to wait for. */
    void noMoreCalls() {
        callBegins();
        callIsOver();
    }

    /**
     * Begins a compilation when it is time, once, on a thread of the timer's.
     *
     * @return an action that stops the end of the first call from beginning it
     */
    Runnable whenDue(Timer timer, Runnable compilation) {
        AtomicBoolean isDue = new AtomicBoolean();
        Runnable begin = () -> {
            if (isDue.compareAndSet(false, true)) {
                compilation.run();
            }
        };
        Runnable takeBack = firstCall.add(() -> timer.in(Duration.ZERO, begin));
        timer.in(FIRST_CALL_BEGINS, () -> {
            if (isInFirstCall()) {
                timer.in(FIRST_CALL, begin);
            } else {
                begin.run();
            }
        });
        return takeBack;
    }

    private boolean isInFirstCall() {
        return hasBeenCalled && !hasAnswered;
    }

    /** Records that the compilation is over, whatever its result. */
    void isOver() {
        over.countDown();
    }

    /**
     * Waits until a compilation is over, if there is one.
     *
     * @param atMost how long to wait
     * @return whether it is over
     */
    boolean await(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
