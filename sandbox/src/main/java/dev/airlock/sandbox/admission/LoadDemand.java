package dev.airlock.sandbox.admission;

import dev.airlock.sandbox.metering.CompilePlan;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.Opcode.Flow;

/**
 * The heap that loading a module takes, estimated from the module before anything is done with it.
 *
 * <p>The factors are bytes for each thing of a kind, measured on modules that have as many as possible of that kind and
 * nothing else, and rounded up. A test compares them with what loads really take.
 */
public final class LoadDemand {
    private static final long BASE = 8 << 20;
    private static final long MODULE_BYTE = 5;
    private static final long INSTRUCTION = 90;
    private static final long CONTROL_INSTRUCTION = 30;
    private static final long LISTED_OPERAND = 60;
    private static final long ELEMENT = 200;
    private static final long SEGMENT = 200;
    private static final long DECLARATION = 500;
    private static final long TYPE = 500;
    private static final long FUNCTION = 400;
    private static final long LOCAL = 12;
    private static final long TABLE_ELEMENT = 16;

    /** While a function is parsed, it takes more than what is kept of it. */
    private static final long BYTE_OF_LARGEST_FUNCTION = 60;

    /** The interpreter gets each function a second time, without blocks and with its calls and their charges. */
    private static final long FLATTENED_INSTRUCTION = 40;

    private static final long FLATTENED_CONTROL = 100;
    private static final long FLATTENED_CALL = 100;

    private static final long COMPILED_INSTRUCTION = 20;
    private static final long COMPILED_FUNCTION = 1_200;
    private static final long COMPILED_TYPE = 5_000;
    private static final long COMPILED_OPERAND = 150;

    private static final long PAGE = 65_536;
    private static final long CHUNK = 4_096;

    private LoadDemand() {}

    /** The bytes of heap for reading, rewriting, parsing, and possibly compiling that module. */
    public static long bytes(ModuleInfo module, boolean compiled) {
        return BASE + parsed(module) + (compiled ? compiled(module) : flattened(module));
    }

    private static long parsed(ModuleInfo module) {
        long largest = 0;
        for (int function = 0; function < module.definedFunctions(); function++) {
            largest = Math.max(largest, module.functionSize(function).codeBytes());
        }
        return MODULE_BYTE * module.size()
                + INSTRUCTION * instructions(module)
                + CONTROL_INSTRUCTION * (module.instructions() - module.instructions(Flow.NEXT))
                + LISTED_OPERAND * module.listedOperands()
                + ELEMENT * module.elements()
                + SEGMENT * ((long) module.dataSegments() + module.elementSegments())
                + DECLARATION * module.declarations()
                + TYPE * module.types()
                + FUNCTION * module.definedFunctions()
                + LOCAL * module.locals()
                + BYTE_OF_LARGEST_FUNCTION * largest
                + initialState(module);
    }

    private static long flattened(ModuleInfo module) {
        return FLATTENED_INSTRUCTION * instructions(module)
                + FLATTENED_CONTROL * (module.instructions() - module.instructions(Flow.NEXT))
                + FLATTENED_CALL * (module.instructions(Flow.CALL) + module.instructions(Flow.TAIL_CALL));
    }

    private static long compiled(ModuleInfo module) {
        return COMPILED_INSTRUCTION * instructions(module)
                + COMPILED_FUNCTION * module.definedFunctions()
                + COMPILED_TYPE * module.types()
                + COMPILED_OPERAND * module.listedOperands()
                + CompilePlan.of(module).classBytes();
    }

    /** The instructions, including those that the rewrite adds. */
    private static long instructions(ModuleInfo module) {
        return module.instructions()
                + 6 * module.instructions(Flow.CALL)
                + 7 * module.instructions(Flow.TAIL_CALL)
                + 14 * module.instructions(Flow.BULK)
                + 2 * charged(module)
                + (module.unwinds() ? 2 * restoring(module) : 0);
    }

    private static long charged(ModuleInfo module) {
        return module.instructions()
                - module.instructions(Flow.NEXT)
                - module.instructions(Flow.BLOCK)
                - module.instructions(Flow.CALL)
                - module.instructions(Flow.TAIL_CALL)
                - module.instructions(Flow.BULK);
    }

    private static long restoring(ModuleInfo module) {
        return module.instructions(Flow.LOOP) + module.instructions(Flow.END) + 2L * module.definedFunctions();
    }

    /** The memory and tables of a first instance, which are kept for all others. */
    private static long initialState(ModuleInfo module) {
        long memory = module.memories().stream()
                        .mapToLong(Extern.MemoryDemand::minPages)
                        .sum()
                * PAGE;
        long tables = module.tables().stream()
                .mapToLong(Extern.TableDemand::minElements)
                .sum();
        return Math.min(memory, module.dataBytes() + CHUNK * module.dataSegments()) + TABLE_ELEMENT * tables;
    }
}
