package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.engine.bytecode.CodeSizes;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.metering.CompilePlan;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodTooLargeException;

/**
 * The engine's compiler, which turns a module's functions into the methods of JVM classes, and the pass over what it makes.
 *
 * <p>A class gets few functions, because everything about its methods is in memory until it is written, and because the
 * compiler can be stopped only between two classes. A function that is too large for a method is interpreted; the compiler
 * finds that out late and then begins anew, so those that are sure to be too large are not given to it: {@link CompilePlan}.
 */
final class GuestCompiler {
    private static final String METHOD_PREFIX = "func_";

    private final WasmModule module;
    private final MeteredModule metered;
    private final CompilePlan plan;
    private final LoadBudget budget;
    private final int divideFrom;

    GuestCompiler(WasmModule module, MeteredModule metered, LoadBudget budget) {
        this(module, metered, budget, CodeSizes.TOO_LARGE);
    }

    /** A compiler that divides functions of so many bytes and more. */
    GuestCompiler(WasmModule module, MeteredModule metered, LoadBudget budget, int divideFrom) {
        this.divideFrom = divideFrom;
        this.module = module;
        this.metered = metered;
        this.plan = metered.compilePlan();
        this.budget = budget;
    }

    /** The module's classes. Throws {@link dev.airlock.sandbox.load.LoadStopped} when the budget is used up. */
    GuestClasses compile() {
        Set<Integer> interpreted = new HashSet<>(plan.interpreted());
        while (true) {
            budget.check();
            try {
                return passed(compiler(interpreted).compile());
            } catch (ChicoryException e) {
                if (!(e.getCause() instanceof MethodTooLargeException tooLarge
                        && interpreted.add(function(tooLarge)))) {
                    throw e;
                }
            }
        }
    }

    private Compiler compiler(Set<Integer> interpreted) {
        Compiler.Builder builder = Compiler.builder(module)
                .withClassName(Compilation.CLASS_NAME)
                .withMaxFunctionsPerClass(plan.functionsPerClass())
                .withClassCollectorFactory(() -> new CollectedClasses(budget));
        return interpreted.isEmpty()
                ? builder.withInterpreterFallback(InterpreterFallback.SILENT).build()
                : builder.withInterpretedFunctions(interpreted).build();
    }

    private static int function(MethodTooLargeException tooLarge) {
        return Integer.parseInt(tooLarge.getMethodName().substring(METHOD_PREFIX.length()));
    }

    /** The classes with the pass done; each goes before the next is changed, so that there are not twice as many. */
    private GuestClasses passed(CompilerResult result) {
        GuestClassPass pass = new GuestClassPass(metered, divideFrom);
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (Iterator<Map.Entry<String, byte[]>> made =
                        result.classBytes().entrySet().iterator();
                made.hasNext(); ) {
            budget.check();
            Map.Entry<String, byte[]> next = made.next();
            classes.put(next.getKey(), pass.apply(next.getValue()));
            made.remove();
        }
        return new GuestClasses(pass.frames().largest(), result.interpretedFunctions(), classes);
    }
}
