package dev.airlock.sandbox.engine.compile;

import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Finds, by bisection, the functions on which the engine's compiler fails without naming them. */
final class CompilerCulprits {
    /** The most attempts; a module with more such functions than these find is interpreted. */
    private static final int MOST_ATTEMPTS = 256;

    private final Predicate<Set<Integer>> fails;
    private final Set<Integer> all;
    private final Set<Integer> interpreted;
    private final Set<Integer> found = new TreeSet<>();
    private int attempts;

    /**
     * @param fails whether the compiler fails without those functions
     * @param interpreted the functions that are interpreted in any case
     */
    CompilerCulprits(Predicate<Set<Integer>> fails, ModuleInfo module, Set<Integer> interpreted) {
        this.fails = fails;
        this.interpreted = interpreted;
        this.all = new TreeSet<>(IntStream.range(0, module.definedFunctions())
                .mapToObj(function -> module.importedFunctions() + function)
                .toList());
    }

    /**
     * Returns the functions, by their index in the module's function space; empty if single functions are not the
     * cause.
     */
    Set<Integer> find() {
        if (fails.test(all)) {
            return Set.of();
        }
        Set<Integer> suspects = new TreeSet<>(all);
        suspects.removeAll(interpreted);
        search(new ArrayList<>(suspects));
        return attempts > MOST_ATTEMPTS ? Set.of() : found;
    }

    private void search(List<Integer> suspects) {
        if (suspects.isEmpty() || ++attempts > MOST_ATTEMPTS || !failsWithOnly(suspects)) {
            return;
        }
        if (suspects.size() == 1) {
            found.add(suspects.get(0));
            return;
        }
        int half = suspects.size() / 2;
        search(suspects.subList(0, half));
        search(suspects.subList(half, suspects.size()));
    }

    private boolean failsWithOnly(List<Integer> compiled) {
        Set<Integer> others = new TreeSet<>(all);
        compiled.forEach(others::remove);
        return fails.test(others);
    }
}
