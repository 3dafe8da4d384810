package dev.airlock.sandbox.engine.frame;

import java.util.Arrays;
import java.util.List;

/**
 * A frame of a function that is interpreted in a compiled module. It is added to a throwable that passes through, since
 * such a function leaves no frame of its own on the JVM's stack.
 */
final class InterpretedFrame extends Throwable {
    private static final long serialVersionUID = 1L;

    private final int function;

    private InterpretedFrame(int function) {
        super(null, null, false, false);
        this.function = function;
    }

    /** Records that the throwable passes through a function, innermost first. */
    static void note(int function, Throwable thrown) {
        if (thrown.getSuppressed().length < GuestFrames.MAX) {
            thrown.addSuppressed(new InterpretedFrame(function));
        }
    }

    /** The recorded functions, innermost first. */
    static List<Integer> in(Throwable thrown) {
        return Arrays.stream(thrown.getSuppressed())
                .filter(InterpretedFrame.class::isInstance)
                .map(frame -> ((InterpretedFrame) frame).function)
                .toList();
    }
}
