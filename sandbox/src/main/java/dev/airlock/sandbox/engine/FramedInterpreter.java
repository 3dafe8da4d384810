package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Instruction;
import dev.airlock.sandbox.engine.parse.ExactStores;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The engine's interpreter, which notes the guest's frames as a trap passes through them, and leaves the frames that an
 * exception passes through.
 */
final class FramedInterpreter extends InterpreterMachine {
    private final GuestFrames frames;
    private final VisibleFrames visible = new VisibleFrames();

    FramedInterpreter(Instance instance, GuestFrames frames) {
        super(instance);
        this.frames = frames;
    }

    @Override
    protected void CALL(Operands operands) {
        int function = (int) operands.get(0);
        FunctionType type = instance().type(instance().functionType(function));
        long[] arguments = extractArgsForParams(stack(), type.params());
        call(stack(), instance(), visible, function, arguments, type, false);
    }

    @Override
    protected void evalDefault(
            MStack stack, Instance instance, Deque<StackFrame> callStack, Instruction instruction, Operands operands) {
        if (!ExactStores.eval(stack, instance, instruction)) {
            super.evalDefault(stack, instance, callStack, instruction, operands);
        }
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
        StackFrame caller = visible.peek();
        int before = visible.hideAll();
        WasmException uncaught;
        frames.profile().ifPresent(profile -> profile.enter(functionIndex));
        try {
            return super.call(stack, instance, visible, functionIndex, arguments, callType, popResults);
        } catch (WasmException e) {
            uncaught = e;
        } catch (ChicoryException | NullPointerException e) { // the latter is how it throws a null reference
            frames.leave(functionIndex, FramePosition.of(instance, functionIndex, visible.latest()));
            throw e;
        } finally {
            frames.profile().ifPresent(GuestFrames.Profiling::leave);
            visible.showAgain(before);
        }
        if (popResults || caller == null) {
            throw uncaught;
        }
        THROW_REF(instance, instance.registerException(uncaught), stack, caller, visible);
        return null;
    }
}
