package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.StackFrame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The interpreter's frames, of which only those of the function that runs can be seen. So an exception that a function does
 * not catch leaves it as one of the JVM's, and its caller goes on in the caller's own loop. The engine would go on with the
 * caller inside the callee, and a guest that throws and catches in a loop would use up the JVM's stack.
 */
final class VisibleFrames extends ArrayDeque<StackFrame> {
    private static final long serialVersionUID = 1L;

    private int hidden;
    private transient @Nullable StackFrame latest;

    /** Hides all frames that there are; gives what {@link #showAgain} takes. */
    int hideAll() {
        int before = hidden;
        hidden = size();
        return before;
    }

    /** Forgets the frames that came since, and shows those that could be seen before. */
    void showAgain(int before) {
        while (size() > hidden) {
            super.pop();
        }
        hidden = before;
    }

    @Override
    public StackFrame pop() {
        StackFrame left = super.pop();
        latest = left;
        return left;
    }

    /** The frame that was left last: in a handler of a call that threw, its own. */
    @Nullable
    StackFrame latest() {
        return latest;
    }

    @Override
    public boolean isEmpty() {
        return size() <= hidden;
    }

    @Override
    public @Nullable StackFrame peek() {
        return isEmpty() ? null : super.peek();
    }
}
