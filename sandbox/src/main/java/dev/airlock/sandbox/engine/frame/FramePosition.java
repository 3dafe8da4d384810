package dev.airlock.sandbox.engine.frame;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.StackFrame;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.FunctionBody;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The interpreter's position in a frame. The engine keeps it in a private field; if that cannot be read it is not
 * known.
 */
final class FramePosition {
    private static final @Nullable VarHandle CURRENT = current();

    private FramePosition() {}

    private static @Nullable VarHandle current() {
        try {
            return MethodHandles.privateLookupIn(StackFrame.class, MethodHandles.lookup())
                    .findVarHandle(StackFrame.class, "currentInstruction", AnnotatedInstruction.class);
        } catch (ReflectiveOperationException e) {
            return null; // another version of the engine, or one that is a named module
        }
    }

    /** Returns the offset of a frame's current instruction in its function's code, in bytes. */
    static OptionalInt of(Instance instance, int function, @Nullable StackFrame frame) {
        if (CURRENT == null || frame == null) {
            return OptionalInt.empty();
        }
        AnnotatedInstruction current = (AnnotatedInstruction) CURRENT.get(frame);
        FunctionBody body = instance.function(function);
        return current == null || body == null || body.instructions().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(current.address() - body.instructions().get(0).address());
    }
}
