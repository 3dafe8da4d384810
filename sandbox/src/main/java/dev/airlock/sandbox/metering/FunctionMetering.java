package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.BlockRepairs;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one function after the other so that each charges for what it executes.
 *
 * <p>The cost of code adds up and is charged at once, just before an instruction that goes elsewhere or leaves the
 * guest, including that instruction: a branch, a return, a call, bulk work, a throw, the start of a loop, and the end
 * of a block that is a branch target. So before every call everything that was executed is paid for. A conditional
 * forward branch charges only where it is taken, and the code before an {@code if} is charged at the end of either arm:
 * each path through code without loops charges as seldom as possible. Unreachable code is left out.
 *
 * <p>The balance is checked before calls, bulk work, throws, and branches back to a loop, so at least once on every
 * path that leads round again or to the host. A guest therefore overdraws at most the cost of the longest path without
 * any of these. The other charges are written as negative amounts.
 *
 * <p>Each call takes the function's frame from the stack and returns it. A tail call becomes a call and a return:
 * Chicory's compiler does the same, and its interpreter fails on a function with locals that calls itself. In a module
 * whose functions can regain control without a return (exceptions), the rest of the stack is kept in a local at entry
 * instead, and set again after each call and wherever a handler may have led.
 *
 * <p>If a branch leads to the end of a function and another {@code end} precedes it directly, a {@code nop} goes
 * between them: Chicory 1.7.5 takes two ends in a row for one scope, and its compiler then fails on the branch.
 *
 * <p>{@link BlockRepairs} finds blocks with parameters that the engine rejects. Such a block is written without
 * parameters: they wait in {@link ScratchLocals} until it is entered. This adds no charge.
 */
final class FunctionMetering {
    private static final int I32_TYPE = 0x7F;
    private static final int I64_TYPE = 0x7E;
    private static final int EMPTY_BLOCK = 0x40;

    private final byte[] bytes;
    private final int fuelGlobal;
    private final boolean unwinds;
    private final boolean charging;
    private final ModuleInfo info;
    private final BlockRepairs repairs;
    private final ScratchLocals scratch = new ScratchLocals();
    private final Deque<Optional<BlockRepairs.Block>> open = new ArrayDeque<>();
    private final ByteWriter code = new ByteWriter(1 << 12);
    private final ByteWriter head = new ByteWriter(1 << 6);

    private final Arms arms = new Arms();

    private int copied;
    private long pending;
    private boolean reachable;
    private int deadBlocks;
    private Opcode latest = Opcode.NOP;
    private Opcode written = Opcode.NOP;
    private boolean usesLengthLocal;
    private int charges;
    private long frame;
    private @Nullable CodeOffsets offsets;

    /** @param unwinds whether a function can regain control without a return */
    FunctionMetering(byte[] bytes, ModuleInfo info, BlockRepairs repairs, boolean unwinds, boolean charging) {
        this.repairs = repairs;
        this.bytes = bytes;
        this.info = info;
        this.fuelGlobal = info.importedGlobals() + info.definedGlobals();
        this.unwinds = unwinds;
        this.charging = charging;
    }

    /** The number of charges written so far, in all functions. */
    int charges() {
        return charges;
    }

    /** Records the origin of the code that is copied from now on, or stops recording. */
    void noteIn(@Nullable CodeOffsets here) {
        offsets = here;
    }

    /** Appends the reader's current function, its size first. */
    void rewrite(CodeReader function, ByteWriter out) throws ModuleRefused {
        frame = StackFrames.bytes(info.functionSize(function.function()));
        code.clear();
        copied = function.end();
        pending = 0;
        arms.clear();
        arms.open(Arms.NONE);
        reachable = true;
        latest = Opcode.NOP;
        usesLengthLocal = false;
        open.clear();
        scratch.start(lengthLocal(function) + 1);
        if (keepsStack()) {
            code.opcode(Opcode.GLOBAL_GET).u32(stackGlobal());
            code.opcode(Opcode.LOCAL_SET).u32(function.locals());
        }
        while (function.nextInstruction()) {
            if (charging) {
                if (isDead(function)) {
                    leaveOut(function);
                } else {
                    written = function.opcode();
                    meter(function);
                    latest = written;
                }
            }
        }
        copyUpTo(function.bodyEnd());
        writeHead(function);
        int size = head.size() + code.size();
        if (size == function.bodyEnd() - function.bodyStart()) {
            out.copy(bytes, function.sizeStart(), function.bodyStart());
        } else {
            out.u32(size);
        }
        out.copy(head).copy(code);
    }

    /** The local for a length, after the one for the stack. */
    private long lengthLocal(CodeReader function) {
        return function.locals() + (keepsStack() ? 1 : 0);
    }

    /**
     * Writes the locals, with one more of type i64 if the stack is kept, one of type i32 if a length is, and those for
     * parameters.
     */
    private void writeHead(CodeReader function) {
        head.clear();
        usesLengthLocal |= !scratch.isEmpty(); // the scratch locals come after it
        int more = (keepsStack() ? 1 : 0) + (usesLengthLocal ? 1 : 0) + scratch.groups();
        if (more == 0) {
            head.copy(bytes, function.bodyStart(), function.codeStart());
            return;
        }
        head.u32(function.localGroups() + (long) more);
        head.copy(bytes, function.localGroupsStart(), function.codeStart());
        if (keepsStack()) {
            head.u32(1).u8(I64_TYPE);
        }
        if (usesLengthLocal) {
            head.u32(1).u8(I32_TYPE);
        }
        scratch.declare(head);
    }

    /**
     * Whether the instruction is unreachable and does not begin code that may be reachable: the end or second arm of a
     * block.
     */
    private boolean isDead(CodeReader at) {
        if (reachable) {
            return false;
        }
        switch (at.opcode().flow()) {
            case BLOCK, LOOP, IF -> deadBlocks++;
            case ELSE -> {
                return deadBlocks > 0;
            }
            case END -> {
                return deadBlocks > 0 && deadBlocks-- > 0;
            }
            default -> {}
        }
        return true;
    }

    private void leaveOut(CodeReader at) {
        copyUpTo(at.start());
        copied = at.end();
    }

    private boolean keepsStack() {
        return charging && unwinds;
    }

    private int stackGlobal() {
        return fuelGlobal + 1;
    }

    private int stackRestoreGlobal() {
        return fuelGlobal + 2;
    }

    private void meter(CodeReader at) {
        Opcode opcode = at.opcode();
        pending += FuelSchedule.units(opcode);
        switch (opcode.flow()) {
            case NEXT -> {}
            case BLOCK -> {
                arms.open(Arms.NONE);
                open(at);
            }
            case IF -> {
                arms.open(pending);
                open(at);
            }
            case BRANCH_IF -> chargeConditionalBranch(at);
            case LOOP -> {
                arms.open(Arms.NONE);
                open.push(Optional.empty());
                note(at);
                restoreStackAfter(at);
            }
            case CALL -> call(at);
            case TAIL_CALL -> {
                tailCall(at);
                reachable = false;
            }
            case BRANCH -> {
                chargeBranch(at);
                reachable = false;
            }
            case THROW -> {
                charge(at);
                reachable = false;
            }
            case RETURN, TRAP -> {
                note(at);
                reachable = false;
            }
            case ELSE -> {
                note(at);
                pending = arms.startSecond();
                reachable = true;
                startSecondArm(at);
            }
            case END -> end(at);
            case BULK -> chargeByLength(at, BulkPrice.of(opcode).orElseThrow().rate());
        }
    }

    private void call(CodeReader at) {
        charge(at);
        takeFrame(at);
        copyUpTo(at.end());
        giveFrameBack(at);
    }

    /** Rewrites a tail call as a call and a return. */
    private void tailCall(CodeReader at) {
        charge(at);
        takeFrame(at);
        code.opcode(at.opcode() == Opcode.RETURN_CALL ? Opcode.CALL : Opcode.CALL_INDIRECT);
        code.copy(bytes, at.start() + 1, at.end());
        copied = at.end();
        giveFrameBack(at);
        code.opcode(Opcode.RETURN);
    }

    private void giveFrameBack(CodeReader at) {
        if (unwinds) {
            restoreStack(at);
        } else {
            code.opcode(Opcode.I64_CONST).s64(-frame);
            code.opcode(Opcode.GLOBAL_SET).u32(stackGlobal());
        }
    }

    /** Takes this function's frame before the reader's current instruction. */
    private void takeFrame(CodeReader at) {
        copyUpTo(at.start());
        code.opcode(Opcode.I64_CONST).s64(frame);
        code.opcode(Opcode.GLOBAL_SET).u32(stackGlobal());
    }

    /** Sets the stack after the reader's current instruction to what it was at entry, if that was kept. */
    private void restoreStackAfter(CodeReader at) {
        if (unwinds) {
            copyUpTo(at.end());
            restoreStack(at);
        }
    }

    private void restoreStack(CodeReader at) {
        code.opcode(Opcode.LOCAL_GET).u32(at.locals());
        code.opcode(Opcode.GLOBAL_SET).u32(stackRestoreGlobal());
    }

    private void open(CodeReader at) {
        Optional<BlockRepairs.Block> repair = repairs.at(at.start());
        repair.ifPresent(block -> openWithoutParameters(at, block));
        open.push(repair);
    }

    /** Moves the block's parameters to locals before the block, and back in it; a condition stays on top. */
    private void openWithoutParameters(CodeReader at, BlockRepairs.Block block) {
        copyUpTo(at.start());
        long[] locals = scratch.of(block.parameters());
        boolean isIf = at.opcode() == Opcode.IF;
        if (isIf) {
            usesLengthLocal = true;
            code.opcode(Opcode.LOCAL_SET).u32(lengthLocal(at));
        }
        for (int i = locals.length - 1; i >= 0; i--) {
            code.opcode(Opcode.LOCAL_SET).u32(locals[i]);
        }
        if (isIf) {
            code.opcode(Opcode.LOCAL_GET).u32(lengthLocal(at));
        }
        code.opcode(at.opcode()).s64(block.type());
        code.copy(bytes, at.blockTypeEnd(), at.end());
        get(locals);
        copied = at.end();
    }

    private void get(long... locals) {
        for (long local : locals) {
            code.opcode(Opcode.LOCAL_GET).u32(local);
        }
    }

    private void startSecondArm(CodeReader at) {
        open.element().ifPresent(block -> {
            copyUpTo(at.end());
            get(scratch.of(block.parameters()));
        });
    }

    private void end(CodeReader at) {
        if (at.isJoined()) {
            note(at);
        }
        long without = arms.close();
        if (without > 0) {
            payWhereNotEntered(at, without);
        }
        if (!at.endsFunction()) {
            open.pop().filter(block -> at.closesFirstArm()).ifPresent(block -> {
                copyUpTo(at.start());
                if (without == Arms.NONE) {
                    code.opcode(Opcode.ELSE);
                }
                get(scratch.of(block.parameters()));
            });
        }
        if (!reachable) {
            pending = 0;
            reachable = at.isJoined();
        }
        if (at.endsFunction() && at.isTargeted() && latest == Opcode.END && copied < at.start()) {
            copyUpTo(at.start());
            code.opcode(Opcode.NOP);
        }
        if (!reachable) {
            stayUnreachableAfter(at);
        } else if (at.isTargeted() && !at.endsFunction()) {
            restoreStackAfter(at);
        }
    }

    /** Code after the end of a block that never ends normally is left out, and need not match the block's results. */
    private void stayUnreachableAfter(CodeReader at) {
        copyUpTo(at.end());
        code.opcode(Opcode.UNREACHABLE);
        written = Opcode.UNREACHABLE;
    }

    private void chargeBranch(CodeReader at) {
        if (at.goesBack()) {
            charge(at);
        } else {
            note(at);
        }
    }

    private void chargeConditionalBranch(CodeReader at) {
        boolean canPayThere = at.opcode() == Opcode.BR_IF && !at.goesBack() && !at.carriesOperands();
        if (canPayThere) {
            payWhereTaken(at);
        } else {
            chargeBranch(at);
        }
    }

    /**
     * Turns the branch into a conditional block that pays and branches. If it is not taken, the pending charges stay
     * pending.
     */
    private void payWhereTaken(CodeReader at) {
        copyUpTo(at.start());
        code.opcode(Opcode.IF).u8(EMPTY_BLOCK);
        code.opcode(Opcode.I64_CONST).s64(-pending);
        pay();
        code.opcode(Opcode.BR).u32(at.label() + 1L);
        code.opcode(Opcode.END);
        copied = at.end();
        written = Opcode.END;
    }

    /** Adds a second arm to the block that ends here, which pays the cost of the code before it. */
    private void payWhereNotEntered(CodeReader at, long units) {
        copyUpTo(at.start());
        code.opcode(Opcode.ELSE);
        code.opcode(Opcode.I64_CONST).s64(-units);
        pay();
    }

    /**
     * Charges what is pending before the reader's current instruction, and ends the guest if its balance does not cover
     * that.
     */
    private void charge(CodeReader at) {
        write(at, pending);
    }

    /** Charges what is pending without checking the balance. Another charge that checks always follows soon. */
    private void note(CodeReader at) {
        write(at, -pending);
    }

    private void write(CodeReader at, long value) {
        if (pending > 0 && reachable) {
            copyUpTo(at.start());
            code.opcode(Opcode.I64_CONST).s64(value);
            pay();
        }
        pending = 0;
    }

    /** Charges what is pending and the price of the length on top of the stack; leaves the length there. */
    private void chargeByLength(CodeReader at, BulkPrice.Rate rate) {
        copyUpTo(at.start());
        usesLengthLocal = true;
        long length = lengthLocal(at);
        code.opcode(Opcode.LOCAL_TEE).u32(length);
        code.opcode(Opcode.LOCAL_GET).u32(length);
        code.opcode(Opcode.I64_EXTEND_I32_U);
        if (rate.hasMaximum()) {
            cutAt(rate.maximum(), length);
        }
        addUnits(rate);
        pay();
        pending = 0;
    }

    /** Turns the length on top of the stack into an i64: the lesser of it and the maximum. */
    private void cutAt(long maximum, long length) {
        code.opcode(Opcode.I64_CONST).s64(maximum);
        code.opcode(Opcode.LOCAL_GET).u32(length);
        code.opcode(Opcode.I32_CONST).s64(maximum);
        code.opcode(Opcode.I32_LT_U);
        code.opcode(Opcode.SELECT);
    }

    /** Turns the length on top of the stack into units, and adds what is pending. */
    private void addUnits(BulkPrice.Rate rate) {
        if (rate.roundUpBy() != 0) {
            code.opcode(Opcode.I64_CONST).s64(rate.roundUpBy()).opcode(Opcode.I64_ADD);
        }
        if (rate.shift() > 0) {
            code.opcode(Opcode.I64_CONST).s64(rate.shift()).opcode(Opcode.I64_SHL);
        } else if (rate.shift() < 0) {
            code.opcode(Opcode.I64_CONST).s64(-rate.shift()).opcode(Opcode.I64_SHR_U);
        }
        code.opcode(Opcode.I64_CONST).s64(pending).opcode(Opcode.I64_ADD);
    }

    private void pay() {
        code.opcode(Opcode.GLOBAL_SET).u32(fuelGlobal);
        charges++;
    }

    private void copyUpTo(int offset) {
        if (offsets != null) {
            offsets.note(code.size(), copied);
        }
        code.copy(bytes, copied, offset);
        copied = offset;
    }
}
