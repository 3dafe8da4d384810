package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.engine.bytecode.CodeSizes;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.load.LoadStopped;
import dev.airlock.sandbox.metering.CompilePlan;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.MethodTooLargeException;

/**
 * The engine's compiler, which turns a module's functions into the methods of JVM classes, and the pass over what it makes.
 *
 * <p>A class gets few functions, because everything about its methods is in memory until it is written, and because the
 * compiler can be stopped only between two classes. A function that is too large for a method is interpreted; the compiler
 * finds that out late and then begins anew, so those that are sure to be too large are not given to it: {@link CompilePlan}. A
 * function on which it fails in another way is looked for by {@link CompilerCulprits}, and interpreted too.
 */
final class GuestCompiler {
    private static final String METHOD_PREFIX = "func_";

    /** Any method that a function became, as a message of the JVM names it. */
    private static final Pattern METHOD = Pattern.compile("\\.(?:\\w*of_)?(?:func|direct)_(\\d+)\\(");

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
        return compile(Set.of());
    }

    /**
     * The module's classes.
     *
     * @param notTaken functions that the JVM did not take from an earlier attempt
     */
    GuestClasses compile(Set<Integer> notTaken) {
        Set<Integer> interpreted = new TreeSet<>(plan.interpreted());
        interpreted.addAll(notTaken);
        while (true) {
            budget.check();
            try {
                return passed(compiler(interpreted).compile());
            } catch (LoadStopped e) {
                throw e;
            } catch (RuntimeException e) {
                if (!interpreted.addAll(causes(e, interpreted))) {
                    throw e;
                }
            }
        }
    }

    /** The functions that the compiler failed on, as far as they can be told. */
    private Set<Integer> causes(RuntimeException failure, Set<Integer> interpreted) {
        return failure.getCause() instanceof MethodTooLargeException tooLarge
                ? Set.of(function(tooLarge))
                : new CompilerCulprits(this::fails, metered.info(), interpreted).find();
    }

    /** Whether the compiler fails if it is to interpret those functions and compile the others. */
    private boolean fails(Set<Integer> interpreted) {
        budget.check();
        try {
            compiler(interpreted).compile();
            return false;
        } catch (LoadStopped e) {
            throw e;
        } catch (RuntimeException e) {
            return true;
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

    /** The function that the JVM found wrong, by the method that it names. */
    static Set<Integer> functionsIn(VerifyError error) {
        Matcher method = METHOD.matcher(String.valueOf(error.getMessage()));
        return method.find() ? Set.of(Integer.valueOf(method.group(1))) : Set.of();
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
