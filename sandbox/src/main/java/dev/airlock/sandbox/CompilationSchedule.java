package dev.airlock.sandbox;

import dev.airlock.sandbox.call.EndHooks;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * When one connector is compiled, and whether that is over. Compiling takes a processor that the JIT and a call could use, and somebody waits
 * for a connector's first call: one that begins soon after the load goes first, as long as it lasts, but not for ever. Thread-safe.
 */
final class CompilationSchedule {
    /** How long a connector that was just loaded has until its first call begins, for the call to go first. */
    static final Duration FIRST_CALL_BEGINS = Duration.ofMillis(100);

    /** How long the compilation waits for a first call, from then on. */
    static final Duration FIRST_CALL = Duration.ofMillis(1_900);

    private final CountDownLatch over;
    private final EndHooks firstCall = new EndHooks();
    private volatile boolean hasBeenCalled;
    private volatile boolean hasAnswered;

    private CompilationSchedule(int compilations) {
        this.over = new CountDownLatch(compilations);
    }

    /** The schedule of a connector that is called as it is. */
    static CompilationSchedule nothingToCompile() {
        return new CompilationSchedule(0);
    }

    /** The schedule of a connector that is to be compiled. */
    static CompilationSchedule toBeCompiled() {
        return new CompilationSchedule(1);
    }

    /** Runs steps some time later. */
    interface Timer {
        /** Has a step run after so long. */
        void in(Duration delay, Runnable step);
    }

    /** A call begins. */
    void callBegins() {
        hasBeenCalled = true;
    }

    /** A call has ended. */
    void callIsOver() {
        if (!hasAnswered) {
            hasAnswered = true;
            firstCall.run();
        }
    }

    /** Nobody waits for a first call any more. */
    void noMoreCalls() {
        callBegins();
        callIsOver();
    }

    /**
     * Has a compilation begin when it is time, once, on a thread of the timer's.
     *
     * @return what no longer has it begin when the first call is over
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

    /** The compilation is over, whatever came of it. */
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
