package dev.airlock.sandbox.engine;

import java.util.Arrays;
import java.util.List;

/**
 * A frame of a function that is interpreted in a compiled module, put into what is thrown through it: such a function leaves no
 * frame of its own on the JVM's stack.
 */
final class InterpretedFrame extends Throwable {
    private static final long serialVersionUID = 1L;

    private final int function;

    private InterpretedFrame(int function) {
        super(null, null, false, false);
        this.function = function;
    }

    /** Notes that the throwable passes through a function, innermost first. */
    static void note(int function, Throwable thrown) {
        if (thrown.getSuppressed().length < GuestFrames.MAX) {
            thrown.addSuppressed(new InterpretedFrame(function));
        }
    }

    /** The functions that were noted, innermost first. */
    static List<Integer> in(Throwable thrown) {
        return Arrays.stream(thrown.getSuppressed())
                .filter(InterpretedFrame.class::isInstance)
                .map(frame -> ((InterpretedFrame) frame).function)
                .toList();
    }
}
