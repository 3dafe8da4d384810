package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.UninstantiableException;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.Trap;
import java.util.List;

/**
 * The one place where what the engine threw gets its meaning. After it, nobody looks at exception classes again.
 *
 * <p>Each kind of throwable has its row here and in the table-driven test of the same name.
 */
final class Funnel {
    private final RunLimits limits;

    Funnel(RunLimits limits) {
        this.limits = limits;
    }

    /**
     * What a throwable means.
     *
     * @param functions the guest's functions on the stack, innermost first
     */
    Ending endingOf(Throwable thrown, List<String> functions) {
        if (thrown instanceof CallEnded ended) {
            return ended.ending();
        }
        if (thrown instanceof StackOverflowError || thrown.getCause() instanceof StackOverflowError) {
            return new Ending.LimitReached(LimitName.STACK, limits.stackBytes(), limits.stackBytes());
        }
        if (thrown instanceof OutOfMemoryError) {
            return new Ending.LimitReached(LimitName.MEMORY, limits.memoryBytes(), limits.memoryBytes());
        }
        if (thrown instanceof ChicoryInterruptedException) {
            return new Ending.Cancelled();
        }
        if (thrown instanceof WasmException) {
            return new Ending.Trapped(Trap.UNCAUGHT_EXCEPTION, functions);
        }
        if (thrown instanceof UninstantiableException && thrown.getCause() instanceof ChicoryException cause) {
            return endingOf(cause, functions);
        }
        if (thrown instanceof ChicoryException e) {
            return trap(e, functions);
        }
        if (isNullException(thrown)) {
            return new Ending.Trapped(Trap.NULL_REFERENCE, functions);
        }
        return new Ending.HostFault(thrown);
    }

    private static Ending trap(ChicoryException thrown, List<String> functions) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        return TrapMessages.trapOf(message)
                .<Ending>map(trap -> new Ending.Trapped(trap, functions))
                .orElseGet(() ->
                        isTrap(thrown) ? new Ending.Trapped(Trap.OTHER, functions) : new Ending.HostFault(thrown));
    }

    /** Whether it is {@code throw_ref} of a null reference, which both tiers throw without looking. */
    private static boolean isNullException(Throwable thrown) {
        if (!(thrown instanceof NullPointerException) || thrown.getStackTrace().length == 0) {
            return false;
        }
        StackTraceElement thrower = thrown.getStackTrace()[0];
        return thrower.getClassName().startsWith(Compilation.CLASS_NAME)
                || thrower.getMethodName().equals("THROW_REF");
    }

    private static boolean isTrap(ChicoryException thrown) {
        return thrown instanceof TrapException
                || thrown instanceof WasmRuntimeException
                || thrown instanceof UninstantiableException;
    }
}
