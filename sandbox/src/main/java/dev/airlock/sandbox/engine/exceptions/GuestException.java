package dev.airlock.sandbox.engine.exceptions;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;

/**
 * An exception of a guest, without a stack trace. Taking one costs time by the depth of the stack, for which a guest
 * that throws in a loop would not pay.
 */
public final class GuestException extends WasmException {
    private static final long serialVersionUID = 1L;

    /** The latest reference to it, or 0. */
    private int reference;

    /** An exception that is about to be thrown. */
    public GuestException(Instance instance, int tag, long[] arguments) {
        super(instance, tag, arguments);
    }

    int reference() {
        return reference;
    }

    void refer(int by) {
        reference = by;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to guard
    public Throwable fillInStackTrace() {
        return this;
    }
}
