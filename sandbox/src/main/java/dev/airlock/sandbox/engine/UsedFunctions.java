package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.stream.IntStream;

/**
 * Which functions of a module some call has used so far. Calls note theirs without waiting for one another; a function that is missed costs
 * time, later, and nothing else.
 */
final class UsedFunctions {
    private final boolean[] used;

    private UsedFunctions(boolean[] used) {
        this.used = used;
    }

    /** None so far of a module's, of which imported ones are numbered first. */
    static UsedFunctions noneOf(ModuleInfo module) {
        return new UsedFunctions(new boolean[module.importedFunctions() + module.definedFunctions()]);
    }

    /** Notes that a function is used. */
    void add(int function) {
        used[function] = true;
    }

    /** Whether a function was noted. */
    boolean contains(int function) {
        return used[function];
    }

    /** Those that were noted up to now. */
    UsedFunctions soFar() {
        return new UsedFunctions(used.clone());
    }

    /** Whether none was noted. */
    boolean isEmpty() {
        return IntStream.range(0, used.length).noneMatch(this::contains);
    }

    /** How many functions the module has. */
    int functions() {
        return used.length;
    }

    /** Their indices. */
    @Override
    public String toString() {
        return IntStream.range(0, used.length)
                .filter(this::contains)
                .boxed()
                .toList()
                .toString();
    }
}
