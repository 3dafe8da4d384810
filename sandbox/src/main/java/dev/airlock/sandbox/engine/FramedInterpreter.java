package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The engine's interpreter, which notes the guest's frames as a trap passes through them. */
final class FramedInterpreter extends InterpreterMachine {
    private final GuestFrames frames;

    FramedInterpreter(Instance instance, GuestFrames frames) {
        super(instance);
        this.frames = frames;
    }

    @Override
    protected long @Nullable [] call(
            MStack stack,
            Instance instance,
            Deque<StackFrame> callStack,
            int functionIndex,
            long[] arguments,
            @Nullable FunctionType callType,
            boolean popResults) {
        try {
            return super.call(stack, instance, callStack, functionIndex, arguments, callType, popResults);
        } catch (ChicoryException | NullPointerException e) { // the latter is how it throws a null reference
            frames.leave(functionIndex);
            throw e;
        }
    }
}
