package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.UninstantiableException;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import dev.airlock.sandbox.engine.exceptions.CaughtExceptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The exception mapper: the one place that interprets what the engine threw. No later code looks at exception classes
 * again.
 *
 * <table>
 * <caption>The first row that fits applies</caption>
 * <tr><th>thrown</th><th>termination</th></tr>
 * <tr><td>{@link CallEnded}</td><td>the one it carries: the host's own, or {@code proc_exit}</td></tr>
 * <tr><td>{@link StackOverflowError}, or anything because of one</td><td>limit {@code stack}</td></tr>
 * <tr><td>{@link OutOfMemoryError}, or anything because of one</td><td>limit {@code memory}</td></tr>
 * <tr><td>{@link CaughtExceptions.Forgotten}</td><td>limit {@code memory}</td></tr>
 * <tr><td>{@link ChicoryException} because of another one</td><td>that of the other one</td></tr>
 * <tr><td>{@link ChicoryInterruptedException}</td><td>cancelled, unless the host decided on another termination
 * before</td></tr>
 * <tr><td>{@link WasmException}</td><td>trap {@code uncaught_exception}</td></tr>
 * <tr><td>{@link ChicoryException} with one of the engine's trap messages</td><td>that trap</td></tr>
 * <tr><td>{@link TrapException}, {@link WasmRuntimeException}, {@link UninstantiableException} with another
 * message</td> <td>trap {@code other}</td></tr>
 * <tr><td>anything else: a bug of the engine or of ours, a class that the JVM rejects</td><td>host fault</td></tr>
 * </table>
 *
 * <p>The table-driven test of the same name has a row for each kind of throwable that the engine defines.
 */
final class ExceptionMapper {
    /** The engine identifies a trap only by its message; these are the messages, by their beginning. */
    private static final Map<String, Trap> TRAP_MESSAGES = Map.ofEntries(
            Map.entry("Trapped on unreachable instruction", Trap.UNREACHABLE),
            Map.entry("integer divide by zero", Trap.DIVIDE_BY_ZERO),
            Map.entry("integer overflow", Trap.INTEGER_OVERFLOW),
            Map.entry("invalid conversion to integer", Trap.INVALID_CONVERSION),
            Map.entry("out of bounds memory access", Trap.MEMORY_OUT_OF_BOUNDS),
            Map.entry("out of bounds table access", Trap.TABLE_OUT_OF_BOUNDS),
            Map.entry("undefined element", Trap.UNDEFINED_ELEMENT),
            Map.entry("uninitialized element", Trap.UNINITIALIZED_ELEMENT),
            Map.entry("indirect call type mismatch", Trap.INDIRECT_CALL_TYPE_MISMATCH),
            Map.entry("null function reference", Trap.NULL_REFERENCE),
            Map.entry("null reference", Trap.NULL_REFERENCE),
            Map.entry("Trapped on ref_as_non_null", Trap.NULL_REFERENCE),
            Map.entry("Trapped on call_ref", Trap.NULL_REFERENCE));

    /** The most causes that are followed; a chain may be circular. */
    private static final int LONGEST_CHAIN = 20;

    private final RunLimits limits;

    ExceptionMapper(RunLimits limits) {
        this.limits = limits;
    }

    /**
     * Returns the termination that a throwable means.
     *
     * @param functions the guest's functions on the stack, innermost first
     */
    Termination terminationOf(Throwable thrown, List<String> functions) {
        if (thrown instanceof CallEnded ended) {
            return ended.termination();
        }
        if (isBecauseOf(thrown, StackOverflowError.class)) {
            return new Termination.LimitReached(LimitName.STACK, limits.stackBytes(), limits.stackBytes());
        }
        if (isBecauseOf(thrown, OutOfMemoryError.class) || thrown instanceof CaughtExceptions.Forgotten) {
            return new Termination.LimitReached(LimitName.MEMORY, limits.memoryBytes(), limits.memoryBytes());
        }
        if (thrown instanceof ChicoryException && thrown.getCause() instanceof ChicoryException cause) {
            return terminationOf(cause, functions);
        }
        if (thrown instanceof ChicoryInterruptedException) {
            return new Termination.Cancelled();
        }
        Optional<Trap> trap = trapOf(thrown);
        return trap.isPresent() ? new Termination.Trapped(trap.get(), functions) : new Termination.HostFault(thrown);
    }

    private static Optional<Trap> trapOf(Throwable thrown) {
        if (thrown instanceof WasmException) {
            return Optional.of(Trap.UNCAUGHT_EXCEPTION);
        }
        if (thrown instanceof ChicoryException engines) {
            return trapInWords(engines);
        }
        return Optional.empty();
    }

    private static Optional<Trap> trapInWords(ChicoryException thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        return TRAP_MESSAGES.entrySet().stream()
                .filter(entry -> message.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> isTrap(thrown) ? Optional.of(Trap.OTHER) : Optional.empty());
    }

    private static boolean isTrap(ChicoryException thrown) {
        return thrown instanceof TrapException
                || thrown instanceof WasmRuntimeException
                || thrown instanceof UninstantiableException;
    }

    private static boolean isBecauseOf(Throwable thrown, Class<? extends Throwable> kind) {
        Throwable cause = thrown;
        for (int i = 0; i < LONGEST_CHAIN && cause != null; i++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
