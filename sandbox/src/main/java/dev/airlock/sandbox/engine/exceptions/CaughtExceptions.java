package dev.airlock.sandbox.engine.exceptions;

import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.types.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions of one instance to which its code has references, each under its own number (exception handling
 * proposal: an {@code exnref} is the address of one exception). The engine keeps only the latest exception of each tag.
 *
 * <p>It is not known when a guest drops a reference, so the latest exceptions are kept, by count and by the values they
 * carry, and older ones are forgotten. A guest that throws a forgotten one ends.
 */
public final class CaughtExceptions {
    /** The most exceptions that are kept. */
    static final int MOST = 1 << 14;

    /** The most values that those exceptions carry together. */
    static final int MOST_VALUES = 1 << 17;

    private static final int FEWEST = 16;

    private @Nullable GuestException[] ring = new GuestException[FEWEST];
    private int latest;
    private int oldest = 1;
    private long values;

    /** Thrown when a guest rethrows an exception that was forgotten. */
    public static final class Forgotten extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** A reference to a forgotten exception. */
        public Forgotten() {
            super("an exception reference that is older than the " + MOST + " latest", null, false, false);
        }
    }

    /** Returns the reference to an exception, the same one for as long as the exception is kept. */
    public int reference(WasmException thrown) {
        GuestException exception = (GuestException) thrown;
        if (isKept(exception.reference()) && at(exception.reference()) == exception) {
            return exception.reference();
        }
        if (latest == Integer.MAX_VALUE) {
            throw new Forgotten();
        }
        values += exception.args().length;
        while (oldest <= latest && (latest - oldest + 1 >= MOST || values > MOST_VALUES)) {
            forgetOldest();
        }
        if (latest - oldest + 1 == ring.length) {
            grow();
        }
        exception.refer(++latest);
        ring[latest & (ring.length - 1)] = exception;
        return latest;
    }

    /**
     * Returns the exception of a reference.
     *
     * @throws TrapException if the reference is null
     * @throws Forgotten if the exception is no longer kept
     */
    public WasmException get(int reference) {
        if (reference == Value.REF_NULL_VALUE) {
            throw new TrapException("null reference");
        }
        if (!isKept(reference)) {
            throw new Forgotten();
        }
        return at(reference);
    }

    private boolean isKept(int reference) {
        return reference >= oldest && reference <= latest;
    }

    private GuestException at(int reference) {
        GuestException exception = ring[reference & (ring.length - 1)];
        if (exception == null) {
            throw new IllegalStateException("a kept exception has a place");
        }
        return exception;
    }

    private void forgetOldest() {
        values -= at(oldest).args().length;
        ring[oldest & (ring.length - 1)] = null;
        oldest++;
    }

    private void grow() {
        GuestException[] larger = new GuestException[ring.length * 2];
        for (int reference = oldest; reference <= latest; reference++) {
            larger[reference & (larger.length - 1)] = at(reference);
        }
        ring = larger;
    }

    /** The number of exceptions that are kept now. */
    int kept() {
        return (int) Arrays.stream(ring).filter(exception -> exception != null).count();
    }
}
