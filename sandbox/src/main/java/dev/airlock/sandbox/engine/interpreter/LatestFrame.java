package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.runtime.StackFrame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The interpreter's frames, which remember the one that was left last. */
final class LatestFrame extends ArrayDeque<StackFrame> {
    private static final long serialVersionUID = 1L;

    private transient @Nullable StackFrame latest;

    @Override
    public StackFrame pop() {
        StackFrame left = super.pop();
        latest = left;
        return left;
    }

    /** The frame that was left last: in a handler of a call that threw, the call's own. */
    @Nullable
    StackFrame latest() {
        return latest;
    }
}
