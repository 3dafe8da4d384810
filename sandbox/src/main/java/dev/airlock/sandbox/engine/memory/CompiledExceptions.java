package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;
import dev.airlock.sandbox.engine.exceptions.CaughtExceptions;
import dev.airlock.sandbox.engine.exceptions.GuestException;
import org.jspecify.annotations.Nullable;

/**
 * The methods that compiled guest code calls in place of the engine's own methods for exceptions. Public only for the
 * JVM: the classes of a guest have a loader of their own.
 */
public final class CompiledExceptions {
    private CompiledExceptions() {}

    /** Returns an exception that is about to be thrown. */
    public static WasmException create(long @Nullable [] arguments, int tag, Instance instance) {
        return new GuestException(instance, tag, arguments == null ? new long[0] : arguments);
    }

    /** Returns the reference to a caught exception. */
    public static int reference(Instance instance, WasmException exception) {
        return of(instance).reference(exception);
    }

    /** Returns the exception of a reference. */
    public static WasmException get(Instance instance, int reference) {
        return of(instance).get(reference);
    }

    /** Returns the exceptions to which an instance has references. */
    public static CaughtExceptions of(Instance instance) {
        return ((PagedMemory) instance.memory()).exceptions();
    }
}
