package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;
import dev.airlock.sandbox.engine.exceptions.CaughtExceptions;
import dev.airlock.sandbox.engine.exceptions.GuestException;
import org.jspecify.annotations.Nullable;

/**
 * What compiled guest code calls in place of the engine's own methods for exceptions. Public for the JVM's sake only: the classes
 * of a guest have a loader of their own.
 */
public final class CompiledExceptions {
    private CompiledExceptions() {}

    /** Makes an exception that is about to be thrown. */
    public static WasmException create(long @Nullable [] arguments, int tag, Instance instance) {
        return new GuestException(instance, tag, arguments == null ? new long[0] : arguments);
    }

    /** Gives the reference to a caught exception. */
    public static int reference(Instance instance, WasmException exception) {
        return of(instance).reference(exception);
    }

    /** Gives the exception that a reference leads to. */
    public static WasmException get(Instance instance, int reference) {
        return of(instance).get(reference);
    }

    /** The exceptions that an instance has references to. */
    public static CaughtExceptions of(Instance instance) {
        return ((PagedMemory) instance.memory()).exceptions();
    }
}
