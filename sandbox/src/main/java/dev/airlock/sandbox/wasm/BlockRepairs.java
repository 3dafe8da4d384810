package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.FunctionTypes;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The blocks of a module that have parameters and that a branch leaves with more on the stack than it carries. Chicory
 * 1.7.5 drops too little there: its compiler keeps one operand too many for each parameter of the block, and the JVM
 * rejects its classes. Such a block is written without parameters instead.
 */
public final class BlockRepairs {
    private final Map<Integer, Integer> blocks = new HashMap<>();
    private final Map<Integer, Integer> addedTypes = new LinkedHashMap<>();
    private final FunctionTypes types;

    /**
     * A block that is to be written without parameters.
     *
     * @param parameters the first byte of each parameter's type
     * @param type the block type without parameters: an index, or the signed number of a type's byte
     */
    @SuppressWarnings("ArrayRecordComponent") // never written
    public record Block(byte[] parameters, long type) {}

    private BlockRepairs(FunctionTypes types) {
        this.types = types;
    }

    /**
     * Finds those of a module.
     *
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public static BlockRepairs of(byte[] bytes, ModuleInfo info, LoadBudget budget) throws ModuleRefused {
        BlockRepairs repairs = new BlockRepairs(info.functionTypes());
        Optional<CodeReader> code = info.hasBlocksWithParameters() ? info.code(bytes, budget) : Optional.empty();
        if (code.isPresent()) {
            repairs.find(code.get());
        }
        return repairs;
    }

    private void find(CodeReader code) throws ModuleRefused {
        List<Open> open = new ArrayList<>();
        while (code.nextFunction()) {
            open.clear();
            open.add(Open.NONE);
            while (code.nextInstruction()) {
                follow(code, open);
            }
        }
    }

    /** An open block that may need a repair; {@link #NONE} for all others. */
    private record Open(int start, int type) {
        static final Open NONE = new Open(-1, -1);
    }

    private void follow(CodeReader at, List<Open> open) {
        switch (at.opcode().flow()) {
            case BLOCK, IF -> open.add(takesParameters(at) ? new Open(at.start(), (int) at.blockType()) : Open.NONE);
            case LOOP -> open.add(Open.NONE);
            case END -> open.remove(open.size() - 1);
            case BRANCH, BRANCH_IF -> branch(at, open);
            default -> {}
        }
    }

    private boolean takesParameters(CodeReader at) {
        return at.blockType() >= 0 && types.parameters((int) at.blockType()) > 0;
    }

    private void branch(CodeReader at, List<Open> open) {
        long height = at.heightBefore() - (at.opcode() == Opcode.BR ? 0 : 1);
        for (int i = 0; i < at.labels(); i++) {
            Open block = open.get(open.size() - 1 - at.label(i));
            if (block.type >= 0 && height > at.base(at.label(i)) + types.results(block.type)) {
                repair(block);
            }
        }
    }

    private void repair(Open block) {
        blocks.put(block.start, block.type);
        if (types.results(block.type) > 1) {
            addedTypes.putIfAbsent(block.type, types.size() + addedTypes.size());
        }
    }

    /** Returns how to write the block at an offset, if it needs a repair. */
    public Optional<Block> at(int offset) {
        Integer type = blocks.get(offset);
        if (type == null) {
            return Optional.empty();
        }
        byte[] results = types.resultTypes(type);
        long without = switch (results.length) {
            case 0 -> CodeReader.EMPTY_BLOCK;
            case 1 -> results[0] | -0x80L;
            default -> Objects.requireNonNull(addedTypes.get(type));
        };
        return Optional.of(new Block(types.parameterTypes(type), without));
    }

    /** The function types to add after the module's own: each has no parameters, and these results. */
    public List<byte[]> addedTypes() {
        return addedTypes.keySet().stream().map(types::resultTypes).toList();
    }
}
