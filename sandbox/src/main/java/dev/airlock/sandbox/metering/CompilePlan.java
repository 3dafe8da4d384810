package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides which functions of a module to compile to methods of the JVM, and how many of them go into one class, so that
 * compiling takes a bounded amount of memory beside its result. Immutable.
 *
 * <p>An assembler has to know the type of each local and operand of a method at each branch target, and keeps them
 * until the class is written. A branch target takes at least four bytes of code, and a local up to eight bytes. So code
 * bytes times locals and operands, times two, bounds the memory of a function, together with the assembler's own data
 * for each target.
 *
 * <p>For each handler the assembler repeatedly looks through those around it: time grows with the cube of the nesting
 * of {@code try_table}s, and with the square of the number of clauses. The engine's compiler also rejects a handler
 * that leads away from operands of the function, and mixes up the parameters of a {@code try_table} with other operands
 * below them.
 */
public final class CompilePlan {
    /**
     * The memory that the functions of one class may take while it is built, if a class of {@link #FEWEST} functions
     * can keep to it.
     */
    private static final long CLASS_BYTES = 1 << 26;

    /** The assembler's memory for a branch target, beside the types there. */
    private static final int PLACE_BYTES = 240;

    private static final int MOST = 256;
    private static final int FEWEST = 16;

    /** A method has at most 64 KiB, and its code is seldom shorter than the guest's. */
    private static final int MOST_CODE_BYTES = 1 << 18;

    /** Nested handlers whose branch targets the assembler looks through in a moment. */
    private static final long FEW_HANDLERS = 1 << 16;

    /** How many more of them a byte of code may add. */
    private static final long HANDLERS_PER_CODE_BYTE = 64;

    /**
     * A handler takes at least sixteen bytes, and the assembler looks through all of them for each unreachable place.
     */
    private static final int MOST_CLAUSES = 4_000;

    /** Setting a local to zero takes at least six bytes. */
    private static final int MOST_LOCALS = 11_000;

    private final ModuleInfo module;
    private final int functionsPerClass;
    private final long classBytes;

    private CompilePlan(ModuleInfo module, int functionsPerClass, long classBytes) {
        this.module = module;
        this.functionsPerClass = functionsPerClass;
        this.classBytes = classBytes;
    }

    /** Returns the plan for a module. */
    public static CompilePlan of(ModuleInfo module) {
        for (int perClass = MOST; ; perClass /= 4) {
            long bytes = most(module, perClass);
            if (bytes <= CLASS_BYTES || perClass == FEWEST) {
                return new CompilePlan(module, perClass, bytes);
            }
        }
    }

    /**
     * The functions that are interpreted without an attempt to compile them, by their index in the module's function
     * space.
     */
    public List<Integer> interpreted() {
        return IntStream.range(0, module.definedFunctions())
                .filter(function -> !isCompiled(module.functionSize(function)))
                .map(function -> module.importedFunctions() + function)
                .boxed()
                .toList();
    }

    /** The number of functions in one class. */
    public int functionsPerClass() {
        return functionsPerClass;
    }

    /** The most memory that the functions of one class take while it is built, in bytes. */
    public long classBytes() {
        return classBytes;
    }

    /** Returns the most memory for any class. Imported functions are numbered first, and take nothing. */
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
