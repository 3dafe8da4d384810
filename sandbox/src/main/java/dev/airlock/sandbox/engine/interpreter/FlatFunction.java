package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.CatchOpCode;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import dev.airlock.sandbox.engine.interpreter.FlatCode.Place;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.OperandHeights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns one valid function into code without blocks. The number of operands at each place follows from its types, so
 * every branch can drop exactly those that the core specification drops (section 4.4.8).
 *
 * <p>A {@code try_table} becomes a region of {@link Handlers}. If an instruction in one can raise an exception,
 * {@link GuestInterpreter} leaves the number of the handler on the stack, and a jump by table after the function's code
 * goes to it.
 */
final class FlatFunction {
    /** The block type without parameters and results. */
    private static final int EMPTY_BLOCK = 0x40;

    private final ModuleTypes types;
    private final OperandHeights heights;
    private final FlatCode code = new FlatCode();
    private final List<Block> blocks = new ArrayList<>();
    private final Handlers handlers = new Handlers();
    private final List<Place> handlerTargets = new ArrayList<>();
    private final Place dispatch = new Place();
    private int region = Handlers.NO_REGION;
    private boolean dead;
    private int deadBlocks;

    /** An open block: the target of a branch to it, and the number of operands that a branch carries. */
    private static final class Block {
        final Place target;
        final int carried;
        final int regionAround;
        final boolean isLoop;
        final Place otherwise = new Place();
        boolean awaitsElse;
        boolean isTargeted;

        Block(Place target, int carried, int regionAround, boolean isLoop) {
            this.target = target;
            this.carried = carried;
            this.regionAround = regionAround;
            this.isLoop = isLoop;
        }
    }

    private FlatFunction(ModuleTypes types) {
        this.types = types;
        this.heights = new OperandHeights(types);
    }

    /**
     * Returns the function for {@link GuestInterpreter}.
     *
     * @param type the function's type
     */
    static FunctionBody of(FunctionBody body, int type, ModuleTypes types) {
        FlatFunction flat = new FlatFunction(types);
        flat.write(body.instructions(), types.results(type));
        return new FunctionBody(body.localTypes(), flat.code.instructions());
    }

    private void write(List<AnnotatedInstruction> instructions, int results) {
        heights.start(results);
        blocks.add(new Block(new Place(), results, Handlers.NO_REGION, false));
        keepFirstAddress(instructions.get(0));
        for (AnnotatedInstruction instruction : instructions) {
            if (!isDead(instruction.opcode())) {
                write(instruction);
            }
        }
        if (!handlers.isEmpty()) {
            code.bind(dispatch);
            handlerTargets.add(handlerTargets.get(0));
            code.jumpByTable(0, handlerTargets);
            code.add(0, OwnInstruction.HANDLERS, handlers.numbers());
        }
    }

    /** Keeps the first address: places in a function are identified by their distance from its first instruction. */
    private void keepFirstAddress(AnnotatedInstruction first) {
        if (isBlock(first.opcode())) {
            code.add(new Instruction(first.address(), OpCode.NOP, Instruction.EMPTY_OPERANDS));
        }
    }

    /** Whether an instruction is unreachable and ends nothing that began in reachable code. */
    private boolean isDead(OpCode opcode) {
        if (!dead) {
            return false;
        }
        if (isBlock(opcode)) {
            deadBlocks++;
            return true;
        }
        return switch (opcode) {
            case ELSE -> deadBlocks > 0;
            case END -> deadBlocks > 0 && deadBlocks-- > 0;
            default -> true;
        };
    }

    private static boolean isBlock(OpCode opcode) {
        return switch (opcode) {
            case BLOCK, LOOP, IF, TRY_TABLE -> true;
            default -> false;
        };
    }

    private void write(AnnotatedInstruction at) {
        switch (at.opcode()) {
            case BLOCK, LOOP, IF, TRY_TABLE -> open(at);
            case ELSE -> startElse(at);
            case END -> close(at);
            case BR -> branch(at);
            case BR_IF -> branchIf(at);
            case BR_TABLE -> branchByTable(at);
            case CALL, CALL_INDIRECT -> call(at);
            case THROW -> raise(at, OwnInstruction.THROW, at.operand(0), region);
            case THROW_REF -> raise(at, OwnInstruction.THROW_REF, region);
            case RETURN, UNREACHABLE, RETURN_CALL, RETURN_CALL_INDIRECT -> {
                code.add(new Instruction(at.address(), at.opcode(), at.operands()));
                leave();
            }
            case NOP -> {}
            default -> plain(at);
        }
    }

    private void plain(AnnotatedInstruction at) {
        code.add(new Instruction(at.address(), OwnInstruction.inPlaceOf(at.opcode()), at.operands()));
        heights.plain(Opcode.ofCode(at.opcode().opcode()).orElseThrow());
    }

    private void open(AnnotatedInstruction at) {
        if (at.opcode() == OpCode.TRY_TABLE && !at.catches().isEmpty()) {
            List<CatchOpCode.Catch> clauses = at.catches();
            int inner = handlers.open(region, clauses.size());
            clauses.forEach(this::addHandler);
            open(at, inner);
        } else {
            open(at, region);
        }
    }

    private void open(AnnotatedInstruction at, int inner) {
        int blockType = (int) at.operand(0);
        boolean isIndex = types.isIndex(blockType);
        heights.open(
                at.opcode() == OpCode.IF ? Opcode.IF : Opcode.BLOCK,
                isIndex ? blockType : -1,
                blockType == EMPTY_BLOCK);
        boolean isLoop = at.opcode() == OpCode.LOOP;
        int parameters = isIndex ? types.parameters(blockType) : 0;
        int results = isIndex ? types.results(blockType) : blockType == EMPTY_BLOCK ? 0 : 1;
        Block block = new Block(isLoop ? code.here() : new Place(), isLoop ? parameters : results, region, isLoop);
        blocks.add(block);
        region = inner;
        if (at.opcode() == OpCode.IF) {
            Place then = new Place();
            code.jumpIf(at.address(), then, block.otherwise);
            code.bind(then);
            block.awaitsElse = true;
        }
    }

    /** The labels of a {@code try_table}'s clauses count from outside of it. */
    private void addHandler(CatchOpCode.Catch clause) {
        Block target = target(clause.label());
        handlers.add(clause, heights.base(clause.label()));
        handlerTargets.add(target.target);
    }

    private Block target(int label) {
        Block block = blocks.get(blocks.size() - 1 - label);
        block.isTargeted = true;
        return block;
    }

    private void startElse(AnnotatedInstruction at) {
        Block block = blocks.get(blocks.size() - 1);
        if (!dead) {
            block.isTargeted = true;
            code.jump(at.address(), block.target);
        }
        block.awaitsElse = false;
        code.bind(block.otherwise);
        heights.otherwise();
        dead = false;
    }

    private void close(AnnotatedInstruction at) {
        Block block = blocks.remove(blocks.size() - 1);
        if (block.awaitsElse) {
            code.bind(block.otherwise);
            dead = false;
        }
        if (!block.isLoop) {
            code.bind(block.target);
            dead &= !block.isTargeted;
        }
        region = block.regionAround;
        if (blocks.isEmpty()) {
            code.add(new Instruction(at.address(), OpCode.END, Instruction.EMPTY_OPERANDS));
        } else {
            heights.close();
        }
    }

    private void leave() {
        heights.leave();
        dead = true;
    }

    private void branch(AnnotatedInstruction at) {
        jump(at.address(), (int) at.operand(0));
        leave();
    }

    private void jump(int address, int label) {
        Block block = target(label);
        long drop = dropped(label);
        if (drop > 0) {
            code.add(address, OwnInstruction.UNWIND, block.carried, drop);
        }
        code.jump(address, block.target);
    }

    /**
     * The number of operands below those that it carries that a branch drops; the end of the function drops them by
     * itself.
     */
    private long dropped(int label) {
        Block block = blocks.get(blocks.size() - 1 - label);
        boolean leavesFunction = label == blocks.size() - 1;
        return leavesFunction ? 0 : heights.height() - heights.base(label) - block.carried;
    }

    private void branchIf(AnnotatedInstruction at) {
        heights.plain(Opcode.BR_IF);
        int label = (int) at.operand(0);
        Place next = new Place();
        if (dropped(label) > 0) {
            Place taken = new Place();
            code.jumpIf(at.address(), taken, next);
            code.bind(taken);
            jump(at.address(), label);
        } else {
            code.jumpIf(at.address(), target(label).target, next);
        }
        code.bind(next);
    }

    private void branchByTable(AnnotatedInstruction at) {
        heights.plain(Opcode.DROP);
        Map<Integer, Place> places = new LinkedHashMap<>();
        List<Place> table = new ArrayList<>(at.operandCount());
        for (int i = 0; i < at.operandCount(); i++) {
            int label = (int) at.operand(i);
            table.add(places.computeIfAbsent(label, to -> dropped(to) > 0 ? new Place() : target(to).target));
        }
        code.jumpByTable(at.address(), table);
        places.forEach((label, place) -> {
            if (dropped(label) > 0) {
                code.bind(place);
                jump(at.address(), label);
            }
        });
        leave();
    }

    private void call(AnnotatedInstruction at) {
        boolean isDirect = at.opcode() == OpCode.CALL;
        int operand = (int) at.operand(0);
        if (region == Handlers.NO_REGION) {
            code.add(new Instruction(at.address(), at.opcode(), at.operands()));
        } else {
            if (isDirect) {
                code.add(at.address(), OwnInstruction.CALL, operand, region);
            } else {
                code.add(at.address(), OwnInstruction.CALL_INDIRECT, operand, at.operand(1), region);
            }
            Place next = new Place();
            code.jumpIf(at.address(), dispatch, next);
            code.bind(next);
        }
        heights.call(isDirect ? types.ofFunction(operand) : operand, isDirect ? 0 : 1);
    }

    /** Throws out of the function, or continues with the number of a handler. */
    private void raise(AnnotatedInstruction at, OwnInstruction own, long... operands) {
        code.add(at.address(), own, operands);
        if (region != Handlers.NO_REGION) {
            code.jump(at.address(), dispatch);
        }
        leave();
    }
}
