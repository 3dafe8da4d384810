package dev.airlock.sandbox.engine.frame;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import dev.airlock.sandbox.engine.interpreter.GuestInterpreter;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Interprets the functions of a compiled module that are too large for a method of the JVM, in place of the engine's
 * own class for it. Public only for the JVM: the classes of a guest have a loader of their own.
 */
public final class PartialInterpreter extends GuestInterpreter {
    private final Set<Integer> interpreted;

    /** An interpreter of these functions of an instance. */
    public PartialInterpreter(Instance instance, int[] functions) {
        super(instance);
        this.interpreted = Arrays.stream(functions).boxed().collect(Collectors.toSet());
    }

    /** Indirect calls reach {@link #call} like direct ones, whatever runs the function. */
    @Override
    protected boolean useCurrentInstanceInterpreter(Instance instance, Instance refInstance, int function) {
        return refInstance.equals(instance);
    }

    @Override
    protected void enter(int callee) {}

    @Override
    protected void leave(int callee) {}

    @Override
    protected void note(int callee, ChicoryException trap) {
        InterpretedFrame.note(callee, trap);
    }

    @Override
    protected boolean runsElsewhere(Instance instance, int callee) {
        return !interpreted.contains(callee) && instance.function(callee) != null;
    }
}
