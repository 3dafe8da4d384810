package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.FunctionSize;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which functions of a module are worth an attempt to compile them to methods of the JVM, and how many of them go into one
 * class, so that compiling takes a bounded amount of memory beside its result. Immutable.
 *
 * <p>An assembler has to know the type of each local and operand of a method at each place that is branched to, and keeps it
 * until the class is written. A place that is branched to takes four bytes of code or more, and a local up to eight bytes, so
 * that code bytes times locals and operands, times two, bounds what a function takes, with what it keeps of each place itself.
 *
 * <p>For each handler it looks through those around, again and again: time grows with the cube of how deep {@code try_table}s are
 * nested, and with the square of how many clauses there are. And the engine's compiler takes no handler that leads away from
 * operands of the function, and mixes up the parameters of a {@code try_table} that has other operands below them.
 */
public final class CompilePlan {
    /** What the functions of one class may take while it is made, if a class of {@link #FEWEST} functions can keep to it. */
    private static final long CLASS_BYTES = 1 << 26;

    /** What the assembler keeps of a place that is branched to, beside the types there. */
    private static final int PLACE_BYTES = 240;

    private static final int MOST = 256;
    private static final int FEWEST = 16;

    /** A method has 64 KiB at most, and its code seldom less than the guest's. */
    private static final int MOST_CODE_BYTES = 1 << 18;

    /** Nested handlers whose places the assembler looks through in a moment. */
    private static final long FEW_HANDLERS = 1 << 16;

    /** How much more of them a byte of code may bring. */
    private static final long HANDLERS_PER_CODE_BYTE = 64;

    /** A handler takes sixteen bytes or more, and the assembler looks through all of them for each place that cannot be reached. */
    private static final int MOST_CLAUSES = 4_000;

    /** A local takes six bytes or more to set to zero. */
    private static final int MOST_LOCALS = 11_000;

    private final ModuleInfo module;
    private final int functionsPerClass;
    private final long classBytes;

    private CompilePlan(ModuleInfo module, int functionsPerClass, long classBytes) {
        this.module = module;
        this.functionsPerClass = functionsPerClass;
        this.classBytes = classBytes;
    }

    /** The plan for a module. */
    public static CompilePlan of(ModuleInfo module) {
        for (int perClass = MOST; ; perClass /= 4) {
            long bytes = most(module, perClass);
            if (bytes <= CLASS_BYTES || perClass == FEWEST) {
                return new CompilePlan(module, perClass, bytes);
            }
        }
    }

    /** The functions, by their index in the module's function space, that are interpreted without an attempt. */
    public List<Integer> interpreted() {
        return IntStream.range(0, module.definedFunctions())
                .filter(function -> !isCompiled(module.functionSize(function)))
                .map(function -> module.importedFunctions() + function)
                .boxed()
                .toList();
    }

    /** How many functions go into one class. */
    public int functionsPerClass() {
        return functionsPerClass;
    }

    /** The most that the functions of one class take while it is made, in bytes. */
    public long classBytes() {
        return classBytes;
    }

    /** The most for any class; imported functions are numbered first, and take nothing. */
    private static long most(ModuleInfo module, int perClass) {
        long most = 0;
        long current = 0;
        for (int function = 0; function < module.definedFunctions(); function++) {
            if ((module.importedFunctions() + function) % perClass == 0) {
                current = 0;
            }
            FunctionSize size = module.functionSize(function);
            current += isCompiled(size) ? bytes(size) : 0;
            most = Math.max(most, current);
        }
        return most;
    }

    private static long bytes(FunctionSize size) {
        return 2L * size.codeBytes() * (size.locals() + size.operands() + PLACE_BYTES / 8);
    }

    private static boolean isCompiled(FunctionSize size) {
        return size.codeBytes() <= MOST_CODE_BYTES
                && size.locals() <= MOST_LOCALS
                && bytes(size) <= CLASS_BYTES
                && size.handlers().clauses() <= MOST_CLAUSES
                && size.handlers().nesting() <= Math.max(FEW_HANDLERS, HANDLERS_PER_CODE_BYTE * size.codeBytes())
                && !size.handlers().dropOperands();
    }
}
