package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.ByteWriter;
import dev.airlock.sandbox.wasm.CodeReader;
import dev.airlock.sandbox.wasm.ModuleRefused;
import dev.airlock.sandbox.wasm.Opcode;

/**
 * Rewrites one function after the other so that each charges for what it executes.
 *
 * <p>The cost of straight-line code adds up and is charged at once, just before an instruction that can go elsewhere or
 * leave the guest, that instruction included: a branch, {@code if}, a return, a call, bulk work, a throw, the start of a
 * loop, and the end of a block to which a branch leads as well. So before every call all that was executed is paid for,
 * and what runs unpaid is at most the longest path without any of these. Code that cannot be reached is not charged.
 *
 * <p>Where a branch leads to the end of a function and another {@code end} stands right before it, a {@code nop} is put
 * between: Chicory 1.7.5 takes two ends in a row for one scope, and its compiler then fails on the branch.
 */
final class FunctionMetering {
    private static final int I32_TYPE = 0x7F;

    private final byte[] bytes;
    private final int fuelGlobal;
    private final boolean charging;
    private final ByteWriter code = new ByteWriter(1 << 12);
    private final ByteWriter head = new ByteWriter(1 << 6);

    private int copied;
    private long pending;
    private boolean reachable;
    private Opcode latest = Opcode.NOP;
    private boolean usesLengthLocal;
    private int charges;

    FunctionMetering(byte[] bytes, int fuelGlobal, boolean charging) {
        this.bytes = bytes;
        this.fuelGlobal = fuelGlobal;
        this.charging = charging;
    }

    /** Charges written so far, in all functions. */
    int charges() {
        return charges;
    }

    /** Appends the function that the reader stands at, its size first. */
    void rewrite(CodeReader function, ByteWriter out) throws ModuleRefused {
        code.clear();
        copied = function.end();
        pending = 0;
        reachable = true;
        latest = Opcode.NOP;
        usesLengthLocal = false;
        while (function.nextInstruction()) {
            if (charging) {
                meter(function);
                latest = function.opcode();
            }
        }
        code.copy(bytes, copied, function.bodyEnd());
        writeHead(function);
        int size = head.size() + code.size();
        if (size == function.bodyEnd() - function.bodyStart()) {
            out.copy(bytes, function.sizeStart(), function.bodyStart());
        } else {
            out.u32(size);
        }
        out.copy(head).copy(code);
    }

    /** The locals, with one of type i32 more if a length was kept. */
    private void writeHead(CodeReader function) {
        head.clear();
        if (usesLengthLocal) {
            head.u32(function.localGroups() + 1L);
            head.copy(bytes, function.localGroupsStart(), function.codeStart());
            head.u32(1).u8(I32_TYPE);
        } else {
            head.copy(bytes, function.bodyStart(), function.codeStart());
        }
    }

    private void meter(CodeReader at) {
        Opcode opcode = at.opcode();
        pending += FuelSchedule.units(opcode);
        switch (opcode.flow()) {
            case NEXT, BLOCK -> {}
            case LOOP, IF, BRANCH_IF, CALL -> charge(at);
            case BRANCH, RETURN, TAIL_CALL, THROW, TRAP -> {
                charge(at);
                reachable = false;
            }
            case ELSE -> {
                charge(at);
                reachable = true;
            }
            case END -> end(at);
            case BULK -> chargeByLength(at, BulkPrice.of(opcode).orElseThrow().rate());
        }
    }

    private void end(CodeReader at) {
        if (at.isJoined()) {
            charge(at);
        }
        if (!reachable) {
            pending = 0;
            reachable = true;
        }
        if (at.endsFunction() && at.isTargeted() && latest == Opcode.END && copied < at.start()) {
            copyUpTo(at.start());
            code.opcode(Opcode.NOP);
        }
    }

    /** Charges what is pending, before the instruction that the reader stands at. */
    private void charge(CodeReader at) {
        if (pending > 0 && reachable) {
            copyUpTo(at.start());
            code.opcode(Opcode.I64_CONST).s64(pending);
            pay();
        }
        pending = 0;
    }

    /** Charges what is pending and what a length on top of the stack costs; leaves the length there. */
    private void chargeByLength(CodeReader at, BulkPrice.Rate rate) {
        if (reachable) {
            copyUpTo(at.start());
            usesLengthLocal = true;
            long length = at.locals();
            code.opcode(Opcode.LOCAL_TEE).u32(length);
            code.opcode(Opcode.LOCAL_GET).u32(length);
            code.opcode(Opcode.I64_EXTEND_I32_U);
            if (rate.hasMaximum()) {
                cutAt(rate.maximum(), length);
            }
            addUnits(rate);
            pay();
        }
        pending = 0;
    }

    /** From the length on top of the stack, as an i64: the lesser of it and the maximum. */
    private void cutAt(long maximum, long length) {
        code.opcode(Opcode.I64_CONST).s64(maximum);
        code.opcode(Opcode.LOCAL_GET).u32(length);
        code.opcode(Opcode.I32_CONST).s64(maximum);
        code.opcode(Opcode.I32_LT_U);
        code.opcode(Opcode.SELECT);
    }

    /** From the length on top of the stack to units, and what is pending added. */
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
        code.copy(bytes, copied, offset);
        copied = offset;
    }
}
