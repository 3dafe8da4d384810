package dev.airlock.sandbox.engine.interpreter;

import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.stream.IntStream;

/**
 * The functions of a module that calls have used so far. Calls record theirs without waiting for one another; a
 * function that is missed only costs time later.
 */
public final class UsedFunctions {
    private final boolean[] used;

    private UsedFunctions(boolean[] used) {
        this.used = used;
    }

    /** Returns a set for a module in which no function is used yet; imported functions are numbered first. */
    public static UsedFunctions noneOf(ModuleInfo module) {
        return new UsedFunctions(new boolean[module.importedFunctions() + module.definedFunctions()]);
    }

    /** Records that a function is used. */
    public void add(int function) {
        used[function] = true;
    }

    /** Whether a function was recorded. */
    public boolean contains(int function) {
        return used[function];
    }

    /** Returns a copy of the functions recorded up to now. */
    public UsedFunctions soFar() {
        return new UsedFunctions(used.clone());
    }

    /** Whether none was recorded. */
    public boolean isEmpty() {
        return IntStream.range(0, used.length).noneMatch(this::contains);
    }

    /** The number of the module's functions. */
    public int functions() {
        return used.length;
    }

    /** The indices of the recorded functions. */
    @Override
    public String toString() {
        return IntStream.range(0, used.length)
                .filter(this::contains)
                .boxed()
                .toList()
                .toString();
    }
}
