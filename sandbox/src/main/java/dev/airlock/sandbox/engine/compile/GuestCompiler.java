package dev.airlock.sandbox.engine.compile;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.interpreter.UsedFunctions;
import dev.airlock.sandbox.engine.interpreter.WideTypes;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.engine.pass.GuestName;
import dev.airlock.sandbox.metering.CompilePlan;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Compiles a module's functions to the methods of JVM classes with the engine's compiler, and repairs them with
 * {@link ClassMender}.
 *
 * <p>A class gets few functions, because all data about its methods is in memory until it is written, and because the
 * compiler can be stopped only between two classes. A function that is too large for a method is interpreted. The
 * compiler notices that late and then begins anew, so functions that it is sure to reject are kept from it:
 * {@link CompilePlan} and {@link WideTypes}. {@link CompilerCulprits} finds a function on which it fails in another
 * way, which is interpreted too.
 */
public final class GuestCompiler {
    /** The name of any method that a function became. */
    private static final String METHOD = "(?:\\w*of_)?(?:func|direct)_(\\d+)";

    private static final Pattern METHOD_NAME = Pattern.compile(METHOD);
    private static final Pattern METHOD_IN_MESSAGE = Pattern.compile("\\." + METHOD + "\\(");

    /** One method of the engine's has a case for each interpreted function, and must not be too large itself. */
    private static final int MOST_INTERPRETED = 3_000;

    private final WasmModule module;
    private final MeteredModule metered;
    private final CompilePlan plan;
    private final Set<Integer> listed;
    private final ClassPass pass;
    private final LoadBudget budget;
    private final int divideFrom;
    private UsedFunctions used;
    private int perClass;

    public GuestCompiler(WasmModule module, MeteredModule metered, ClassPass pass, LoadBudget budget) {
        this(module, metered, pass, budget, CodeSizes.TOO_LARGE);
    }

    /** A compiler that divides functions of at least that many bytes, if the pass is on. */
    public GuestCompiler(WasmModule module, MeteredModule metered, ClassPass pass, LoadBudget budget, int divideFrom) {
        this.pass = pass;
        this.divideFrom = divideFrom;
        WideTypes wide = WideTypes.in(module);
        this.module = wide.narrowed();
        this.metered = metered;
        this.plan = metered.compilePlan();
        this.perClass = plan.functionsPerClass();
        this.listed = new TreeSet<>(plan.interpreted());
        listed.addAll(wide.functions());
        this.budget = budget;
        this.used = UsedFunctions.noneOf(metered.info());
    }

    /** Puts functions into classes of their own that are used by the time the classes are made. */
    public GuestCompiler puttingTogether(UsedFunctions usedMeanwhile) {
        used = usedMeanwhile;
        return this;
    }

    /**
     * The functions that are interpreted without an attempt to compile them, by their index in the module's function
     * space.
     */
    public Set<Integer> listed() {
        return listed;
    }

    /**
     * Compiles the module's classes.
     *
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public GuestClasses compile() {
        return compile(Set.of());
    }

    /**
     * Compiles the module's classes.
     *
     * @param notTaken functions that the JVM rejected in an earlier attempt
     */
    public GuestClasses compile(Set<Integer> notTaken) {
        Set<Integer> interpreted = new TreeSet<>(listed);
        interpreted.addAll(notTaken);
        while (true) {
            try {
                ClassMender mender = mender();
                String name = name(interpreted, Set.of());
                GuestClasses classes = mended(name, compiler(name, interpreted).compile(), mender, used.soFar());
                if (!interpreted.addAll(mender.frames().deeperThanInterpreted())) {
                    return classes;
                }
            } catch (LoadStopped e) {
                throw e;
            } catch (ClassTooLargeException e) {
                if (!makesClassesSmaller()) {
                    throw e;
                }
            } catch (RuntimeException | StackOverflowError e) {
                if (!interpreted.addAll(causes(e, interpreted))) {
                    throw e;
                }
            }
        }
    }

    /**
     * Puts fewer functions into a class, if that is possible: the engine's compiler divides its classes by itself, and
     * later steps need a few more constants.
     */
    private boolean makesClassesSmaller() {
        if (used.isEmpty()) {
            perClass /= 4;
        } else {
            used = none();
        }
        return perClass > 0;
    }

    private UsedFunctions none() {
        return UsedFunctions.noneOf(metered.info());
    }

    /**
     * Returns the functions on which the compiler or the JVM failed, as far as they can be identified.
     *
     * @param failure of an attempt to compile the module, or to load its classes
     * @param interpreted the functions that were interpreted in that attempt
     */
    public Set<Integer> causes(Throwable failure, Set<Integer> interpreted) {
        return named(failure)
                .filter(function -> !interpreted.contains(function))
                .map(Set::of)
                .orElseGet(() -> new CompilerCulprits(this::fails, metered.info(), interpreted).find());
    }

    private static Optional<Integer> named(Throwable failure) {
        if (failure instanceof VerifyError) {
            Matcher method = METHOD_IN_MESSAGE.matcher(String.valueOf(failure.getMessage()));
            return method.find() ? Optional.of(Integer.valueOf(method.group(1))) : Optional.empty();
        }
        Throwable cause = failure instanceof MethodTooLargeException ? failure : failure.getCause();
        Matcher method =
                METHOD_NAME.matcher(cause instanceof MethodTooLargeException tooLarge ? tooLarge.getMethodName() : "");
        return method.matches() ? Optional.of(Integer.valueOf(method.group(1))) : Optional.empty();
    }

    /** Whether the module fails to compile and load if those functions are stubs. */
    private boolean fails(Set<Integer> left) {
        try {
            WasmModule rest = Stubs.inPlaceOf(left, module);
            String name = name(Set.of(), left);
            Compiler compiler = builder(name, rest)
                    .withInterpreterFallback(InterpreterFallback.FAIL)
                    .build();
            GuestClassLoader.load(mended(name, compiler.compile(), mender(), none()), budget);
            return false;
        } catch (LoadStopped e) {
            throw e;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return true;
        }
    }

    private Compiler compiler(String name, Set<Integer> interpreted) {
        budget.check();
        if (interpreted.size() > MOST_INTERPRETED) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%,d functions cannot be compiled, and a compiled module has at most %,d that are interpreted",
                    interpreted.size(),
                    MOST_INTERPRETED));
        }
        return interpreted.isEmpty()
                ? builder(name, module)
                        .withInterpreterFallback(InterpreterFallback.SILENT)
                        .build()
                : builder(name, module).withInterpretedFunctions(interpreted).build();
    }

    private String name(Set<Integer> interpreted, Set<Integer> empty) {
        return GuestName.of(metered, pass, divideFrom, interpreted, empty);
    }

    private Compiler.Builder builder(String name, WasmModule compiled) {
        return Compiler.builder(compiled)
                .withClassName(name)
                .withMaxFunctionsPerClass(perClass)
                .withClassCollectorFactory(() -> new CollectedClasses(name, budget));
    }

    private ClassMender mender() {
        return new ClassMender(metered, pass.over(metered, divideFrom));
    }

    /**
     * Returns the classes for the JVM. Each original is released before the next is changed, so that memory never holds
     * all of them twice.
     */
    private GuestClasses mended(String name, CompilerResult result, ClassMender mender, UsedFunctions together) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        ClassGroups groups = new ClassGroups(name.replace('.', '/'), metered, together, perClass);
        for (Iterator<Map.Entry<String, byte[]>> made =
                        result.classBytes().entrySet().iterator();
                made.hasNext(); ) {
            budget.check();
            Map.Entry<String, byte[]> next = made.next();
            if (together.isEmpty()) {
                classes.put(next.getKey(), mender.apply(next.getValue()));
            } else if (groups.isGroup(next.getKey().replace('.', '/'))) {
                mender.apply(next.getValue(), groups);
                groups.finishComplete(classes::put);
            } else {
                classes.put(next.getKey(), mender.renamed(next.getValue(), groups));
            }
            made.remove();
        }
        groups.finish(classes::put);
        return new GuestClasses(
                name, mender.frames().largest(), mender.globalFields(), result.interpretedFunctions(), classes);
    }
}
