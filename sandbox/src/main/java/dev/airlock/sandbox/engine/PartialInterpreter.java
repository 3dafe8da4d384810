package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Instruction;
import dev.airlock.sandbox.engine.parse.ExactStores;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the functions of a compiled module that are too large for a method of the JVM, in place of the engine's own
 * class for it, with the same care for exceptions as {@link FramedInterpreter}. Public for the JVM's sake only: the classes of
 * a guest have a loader of their own.
 */
public final class PartialInterpreter extends CompilerInterpreterMachine {
    private final Set<Integer> interpreted;
    private final VisibleFrames visible = new VisibleFrames();

    /** An interpreter of these functions of an instance. */
    public PartialInterpreter(Instance instance, int[] functions) {
        super(instance, functions);
        this.interpreted = Arrays.stream(functions).boxed().collect(Collectors.toSet());
    }

    @Override
    protected void CALL(Operands operands) {
        int function = (int) operands.get(0);
        FunctionType type = instance().type(instance().functionType(function));
        long[] arguments = extractArgsForParams(stack(), type.params());
        call(stack(), instance(), visible, function, arguments, type, false);
    }

    /** Indirect calls come to {@link #call} like direct ones, whatever runs the function. */
    @Override
    protected boolean useCurrentInstanceInterpreter(Instance instance, Instance refInstance, int function) {
        return refInstance.equals(instance);
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
            int function,
            long[] arguments,
            @Nullable FunctionType callType,
            boolean popResults) {
        StackFrame caller = visible.peek();
        int before = visible.hideAll();
        WasmException uncaught;
        try {
            if (!popResults && isCompiled(instance, function)) {
                push(stack, instance.getMachine().call(function, arguments));
                return null;
            }
            return super.call(stack, instance, visible, function, arguments, callType, popResults);
        } catch (WasmException e) {
            uncaught = e;
        } catch (ChicoryException | NullPointerException e) { // the latter is how it throws a null reference
            InterpretedFrame.note(function, e);
            throw e;
        } finally {
            visible.showAgain(before);
        }
        if (popResults || caller == null) {
            throw uncaught;
        }
        THROW_REF(instance, instance.registerException(uncaught), stack, caller, visible);
        return null;
    }

    private boolean isCompiled(Instance instance, int function) {
        return !interpreted.contains(function) && instance.function(function) != null;
    }

    private static void push(MStack stack, long @Nullable [] results) {
        if (results != null) {
            for (long result : results) {
                stack.push(result);
            }
        }
    }
}
