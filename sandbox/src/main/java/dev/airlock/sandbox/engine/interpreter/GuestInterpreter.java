package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.engine.exact.ExactConversions;
import dev.airlock.sandbox.engine.exact.ExactSigns;
import dev.airlock.sandbox.engine.exact.ExactTables;
import dev.airlock.sandbox.engine.exceptions.GuestException;
import dev.airlock.sandbox.engine.memory.CompiledExceptions;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The engine's interpreter for functions that {@link FlatModule} made. It corrects what the engine does differently
 * from the core specification, and handles exceptions: one that a function does not catch leaves it as a JVM exception,
 * and its caller continues in the caller's own loop.
 */
public abstract class GuestInterpreter extends InterpreterMachine {
    /** The value that an instruction that may throw leaves on the stack if it did not. */
    private static final int NOT_CAUGHT = 0;

    private static final int CAUGHT = 1;

    private static final int OFFSET = 1;
    private static final int MEMORY = 2;

    private final LatestFrame frames = new LatestFrame();

    /**
     * The engine's frames of imported functions, kept apart because it looks for handlers in all frames that it finds.
     */
    private final LatestFrame importsFrames = new LatestFrame();

    private final Map<Integer, Handlers> handlers = new HashMap<>();
    private int function;
    private int base;

    /** An interpreter of an instance. */
    protected GuestInterpreter(Instance instance) {
        super(instance);
    }

    /** The frame that was left last: after a call that threw, the call's own. */
    protected final @Nullable StackFrame latestFrame() {
        return frames.latest();
    }

    /** Called when a function begins. */
    protected abstract void enter(int callee);

    /** Called when a function is over, however it ended. */
    protected abstract void leave(int callee);

    /** Called when a trap passes through a function. */
    protected abstract void note(int callee, ChicoryException trap);

    /** Whether another machine of the instance runs a function. */
    protected abstract boolean runsElsewhere(Instance instance, int callee);

    @Override
    protected final void CALL(Operands operands) {
        int callee = (int) operands.get(0);
        FunctionType type = instance().type(instance().functionType(callee));
        call(stack(), instance(), frames, callee, extractArgsForParams(stack(), type.params()), type, false);
    }

    private void callIndirect(int type, int tableIndex) {
        int element = (int) stack().pop();
        TableInstance table = instance().table(tableIndex);
        int callee = table.requiredRef(element);
        Instance owner = Objects.requireNonNullElse(table.instance(element), instance());
        if (owner.equals(instance())) {
            verifyIndirectCallByTypeIdx(
                    owner.functionType(callee), type, owner.module().typeSection());
            CALL(index -> callee);
        } else {
            callOther(owner, callee, instance().type(type));
        }
    }

    /** Calls a function of another module, which exists only in tests. */
    private void callOther(Instance owner, int callee, FunctionType type) {
        verifyIndirectCall(
                owner.type(owner.functionType(callee)),
                type,
                instance().module().typeSection());
        push(owner.getMachine().call(callee, extractArgsForParams(stack(), type.params())));
    }

    /** Pushes results onto the stack, if there are any. */
    private void push(long @Nullable [] results) {
        if (results != null) {
            for (long result : results) {
                stack().push(result);
            }
        }
    }

    @Override
    protected final long @Nullable [] call(
            MStack stack,
            Instance instance,
            Deque<StackFrame> callStack,
            int callee,
            long[] arguments,
            @Nullable FunctionType callType,
            boolean popResults) {
        if (!popResults && runsElsewhere(instance, callee)) {
            push(instance.getMachine().call(callee, arguments));
            return null;
        }
        int caller = function;
        int callersBase = base;
        function = callee;
        base = stack.size();
        enter(callee);
        try {
            Deque<StackFrame> seen = instance.function(callee) == null ? importsFrames : frames;
            return super.call(stack, instance, seen, callee, arguments, callType, popResults);
        } catch (WasmException e) {
            unwind(stack, 0, stack.size() - base);
            throw e;
        } catch (ChicoryException e) {
            note(callee, e);
            throw e;
        } finally {
            leave(callee);
            function = caller;
            base = callersBase;
        }
    }

    @Override
    protected final void evalDefault(
            MStack stack, Instance instance, Deque<StackFrame> callStack, Instruction instruction, Operands operands) {
        OwnInstruction own = OwnInstruction.of(instruction.opcode());
        if (own == null) {
            super.evalDefault(stack, instance, callStack, instruction, operands);
            return;
        }
        switch (own) {
            case STORE_8, STORE_32 -> store(own, stack, instruction);
            case UNWIND -> unwind(stack, (int) instruction.operand(0), (int) instruction.operand(1));
            case CALL -> attempt(() -> CALL(operands), (int) instruction.operand(1));
            case CALL_INDIRECT ->
                attempt(() -> callIndirect((int) instruction.operand(0), (int) instruction.operand(1)), (int)
                        instruction.operand(2));
            case THROW -> catching(newException((int) instruction.operand(0)), (int) instruction.operand(1));
            case THROW_REF -> catching(referred((int) stack.pop()), (int) instruction.operand(0));
            case TABLE_FILL -> fillTable((int) instruction.operand(0));
            case TABLE_COPY -> copyTable((int) instruction.operand(0), (int) instruction.operand(1));
            case TABLE_INIT -> initTable((int) instruction.operand(0), (int) instruction.operand(1));
            case F32_CONVERT_I64_U -> stack.push(Value.floatToLong(ExactConversions.f32FromUnsigned(stack.pop())));
            case F64_CONVERT_I64_U -> stack.push(Value.doubleToLong(ExactConversions.f64FromUnsigned(stack.pop())));
            case F32_ABS -> stack.push(Value.floatToLong(ExactSigns.f32Abs(Value.longToFloat(stack.pop()))));
            case F64_ABS -> stack.push(Value.doubleToLong(ExactSigns.f64Abs(Value.longToDouble(stack.pop()))));
            case F32_COPYSIGN -> copySignOfF32(stack);
            case F64_COPYSIGN -> copySignOfF64(stack);
            case HANDLERS -> throw new IllegalStateException("no jump leads here");
        }
    }

    /** Carries out a call in a {@code try_table}, and leaves on the stack whether an exception was caught. */
    private void attempt(Runnable call, int region) {
        try {
            call.run();
        } catch (WasmException e) {
            catching(e, region);
            stack().push(CAUGHT);
            return;
        }
        stack().push(NOT_CAUGHT);
    }

    private GuestException newException(int tag) {
        FunctionType type = instance().type(instance().tag(tag).tagType().typeIdx());
        return new GuestException(instance(), tag, extractArgsForParams(stack(), type.params()));
    }

    private WasmException referred(int reference) {
        return CompiledExceptions.of(instance()).get(reference);
    }

    /**
     * Pushes what the handler of an exception takes, and the handler's number; throws the exception if there is no
     * handler.
     */
    private void catching(WasmException exception, int region) {
        OptionalInt found =
                region == Handlers.NO_REGION ? OptionalInt.empty() : handlers().find(exception, region, instance());
        if (found.isEmpty()) {
            throw exception;
        }
        Handlers.Handler handler = handlers().handler(found.getAsInt());
        unwind(stack(), 0, stack().size() - base - handler.height());
        if (handler.takesValues()) {
            push(exception.args());
        }
        if (handler.takesReference()) {
            stack().push(CompiledExceptions.of(instance()).reference(exception));
        }
        stack().push(found.getAsInt());
    }

    private Handlers handlers() {
        return handlers.computeIfAbsent(
                function, index -> Handlers.of(instance().function(index).instructions()));
    }

    private static void unwind(MStack stack, int keep, int drop) {
        long[] kept = new long[keep];
        for (int i = keep - 1; i >= 0; i--) {
            kept[i] = stack.pop();
        }
        for (int i = 0; i < drop; i++) {
            stack.pop();
        }
        for (long value : kept) {
            stack.push(value);
        }
    }

    private void store(OwnInstruction own, MStack stack, Instruction instruction) {
        long value = stack.pop();
        long address = Integer.toUnsignedLong((int) stack.pop()) + instruction.operand(OFFSET);
        if (address > Integer.MAX_VALUE) { // no memory is so large
            throw new WasmRuntimeException("out of bounds memory access");
        }
        var memory = instance().memory((int) instruction.operand(MEMORY));
        if (own == OwnInstruction.STORE_8) {
            memory.writeByte((int) address, (byte) value);
        } else {
            memory.writeI32((int) address, (int) value);
        }
    }

    private static void copySignOfF32(MStack stack) {
        float sign = Value.longToFloat(stack.pop());
        stack.push(Value.floatToLong(ExactSigns.f32CopySign(Value.longToFloat(stack.pop()), sign)));
    }

    private static void copySignOfF64(MStack stack) {
        double sign = Value.longToDouble(stack.pop());
        stack.push(Value.doubleToLong(ExactSigns.f64CopySign(Value.longToDouble(stack.pop()), sign)));
    }

    private void fillTable(int table) {
        int size = (int) stack().pop();
        int value = (int) stack().pop();
        ExactTables.fill((int) stack().pop(), value, size, table, instance());
    }

    private void copyTable(int toTable, int fromTable) {
        int size = (int) stack().pop();
        int from = (int) stack().pop();
        ExactTables.copy((int) stack().pop(), from, size, toTable, fromTable, instance());
    }

    private void initTable(int segment, int table) {
        int size = (int) stack().pop();
        int from = (int) stack().pop();
        ExactTables.init((int) stack().pop(), from, size, segment, table, instance());
    }
}
