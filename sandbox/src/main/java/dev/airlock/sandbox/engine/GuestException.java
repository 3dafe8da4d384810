package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;
import org.jspecify.annotations.Nullable;

/**
 * An exception of a compiled guest, without a stack trace: to take one costs time by the depth of the stack, which a guest
 * that throws in a loop would not pay for. Public for the JVM's sake only: the classes of a guest have a loader of their own.
 */
public final class GuestException extends WasmException {
    private static final long serialVersionUID = 1L;

    private GuestException(Instance instance, int tag, long[] arguments) {
        super(instance, tag, arguments);
    }

    /** What compiled code calls in place of the engine's own method, to make an exception that is about to be thrown. */
    public static WasmException create(long @Nullable [] arguments, int tag, Instance instance) {
        GuestException exception = new GuestException(instance, tag, arguments == null ? new long[0] : arguments);
        instance.registerException(exception);
        return exception;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to guard
    public Throwable fillInStackTrace() {
        return this;
    }
}
