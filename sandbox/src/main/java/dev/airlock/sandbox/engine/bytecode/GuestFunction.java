package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.call.MeterCounters;
import dev.airlock.sandbox.engine.bytecode.HiddenWrite.Global;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.bytecode.division.DividedFunction;
import dev.airlock.sandbox.engine.bytecode.division.EqualNotes;
import dev.airlock.sandbox.engine.bytecode.division.FunctionPart;
import dev.airlock.sandbox.engine.bytecode.division.Simplifications;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A compiled guest function whose accounting moves from hidden globals to a local, which the JIT keeps in a register:
 * the rest of fuel and stack, packed as in {@link dev.airlock.sandbox.call.MeterCounters}.
 *
 * <p>At entry the function reads it from the counters, which every function has as its memory, or gets it from a caller
 * that uses the {@link DirectEntry}. A charge takes from the local. Before a call the rest, less this function's frame,
 * goes to the counters or the callee; after the call it is read from the counters. Before a return it is stored again,
 * and a {@link TrapHandler} stores it after a trap as well.
 *
 * <p>A function of a module whose functions can regain control without a return (it has handlers, or restores the stack
 * after calls) charges the counters directly, so that no handler ever finds an older balance. So does one that the
 * local would make too large for the JIT, and one that is divided.
 */
public final class GuestFunction {
    /** The most operands of a charge beyond those of a write of a global. */
    private static final int MORE_OPERANDS = 5;

    /** The size of code that does not become too large if it doubles: no instruction that is added stands alone. */
    private static final int SURELY_SMALL = 3_000;

    private final MethodNode method;
    private final InsnList code;
    private final List<HiddenWrite> writes;
    private final Map<AbstractInsnNode, HiddenWrite> frames = new HashMap<>();
    private final Set<HiddenWrite> charged = new HashSet<>();
    private final int parameters;
    private final int memory;
    private final int left;
    private boolean isAfterDirectCall;

    private GuestFunction(MethodNode method, MeteredModule module) {
        this.method = method;
        this.code = method.instructions;
        this.writes = HiddenWrite.in(code, module);
        writes.stream().filter(HiddenWrite::takesFrame).forEach(write -> frames.put(write.value(), write));
        this.parameters = Type.getArgumentTypes(method.desc).length;
        this.memory = memory(method);
        this.left = memory + 2;
    }

    /**
     * Returns the final methods, the one with the function's name first; the given one may be changed on the way.
     *
     * @param owner internal name of its class
     * @param divideFrom the size from which a method is divided; it then charges the counters
     */
    public static List<MethodNode> accounted(
            String owner, MethodNode method, MeteredModule module, GlobalFields globals, int divideFrom) {
        globals.use(method.instructions, memory(method));
        Simplifications.in(method);
        GuestFunction function = new GuestFunction(method, module);
        boolean mayComeBack = !method.tryCatchBlocks.isEmpty() || function.writes(Global.STACK_RESTORE);
        if (function.writes.isEmpty() || mayComeBack) {
            function.chargeCounters();
            return methods(owner, method, divideFrom);
        }
        boolean fits = CodeSizes.of(method) <= Math.min(SURELY_SMALL, divideFrom / 3);
        for (boolean holdsFlat : function.mayHoldFlat() ? new boolean[] {true, false} : new boolean[] {false}) {
            MethodNode held = fits ? method : copy(method);
            new GuestFunction(held, module).chargeLocal(holdsFlat);
            if (fits || CodeSizes.of(held) < divideFrom) {
                return DirectEntry.isPossible(held.desc) ? DirectEntry.split(owner, held) : List.of(held);
            }
        }
        function.chargeCounters();
        return methods(owner, method, divideFrom);
    }

    /** The local that holds the memory: the parameter before the last, which is the instance. */
    private static int memory(MethodNode method) {
        return Arrays.stream(Type.getArgumentTypes(method.desc))
                        .mapToInt(Type::getSize)
                        .sum()
                - 2;
    }

    private boolean mayHoldFlat() {
        return !FlatAccess.inInnerLoops(code, memory).isEmpty();
    }

    /**
     * Returns the methods of a function that charges the counters: divided if it is too large, and with a second entry.
     */
    private static List<MethodNode> methods(String owner, MethodNode method, int divideFrom) {
        List<MethodNode> methods = new ArrayList<>(
                CodeSizes.of(method) < divideFrom
                        ? List.of(method)
                        : DividedFunction.of(owner, method, divideFrom).orElse(List.of(method)));
        if (DirectEntry.isPossible(method.desc)) {
            methods.add(DirectEntry.to(owner, method));
        }
        return methods;
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(Opcodes.ASM9, method.access, method.name, method.desc, null, null);
        method.accept(copy);
        return copy;
    }

    private boolean writes(Global global) {
        return writes.stream().anyMatch(write -> write.global() == global);
    }

    private void chargeCounters() {
        for (HiddenWrite write : writes) {
            Charge charge = switch (write.global()) {
                case FUEL -> Charge.FUEL;
                case STACK -> Charge.STACK;
                case STACK_RESTORE -> Charge.RESTORE_STACK;
            };
            write.replaceIn(code, charge.call(memory));
        }
        FlatAccess.redirect(code, memory);
    }

    private void chargeLocal(boolean holdsFlat) {
        removeDeadCode();
        makeRoom(holdsFlat);
        for (HiddenWrite write : writes) {
            write.replaceIn(code, charge(write));
        }
        EqualNotes.merge(code, left);
        if (holdsFlat) { // the entry will precede it: code that throws must find the rest in its local
            FlatAccess.hold(FlatAccess.inInnerLoops(code, memory), code, memory, left + 2);
        }
        leaveAtReturns();
        FlatAccess.redirect(code, memory);
        TrapHandler.addTo(method, left, memory);
    }

    private void leaveAtReturns() {
        boolean isDirect = DirectEntry.isPossible(method.desc);
        for (AbstractInsnNode instruction : code.toArray()) {
            if (FunctionPart.isReturn(instruction) && isDirect) {
                code.insertBefore(instruction, DirectEntry.leaving(Type.getReturnType(method.desc), memory, left));
                code.remove(instruction);
            } else if (FunctionPart.isReturn(instruction)) {
                code.insertBefore(instruction, Charge.LEAVE.call(memory, left));
            }
        }
        code.insert(isDirect ? Charge.TAKE_OVER.callInto(left, memory, left) : Charge.ENTER.callInto(left, memory));
    }

    /** Removes unreachable code, which the engine left as code without locals that ends by throwing. */
    private void removeDeadCode() {
        boolean dead = false;
        for (AbstractInsnNode instruction : code.toArray()) {
            dead |= instruction instanceof FrameNode frame && frame.local.size() < parameters;
            if (dead && !(instruction instanceof LabelNode)) {
                code.remove(instruction);
                dead = instruction.getOpcode() != Opcodes.ATHROW;
            }
        }
    }

    /** Adds the locals after the parameters. */
    private void makeRoom(boolean holdsFlat) {
        int added = holdsFlat ? 2 + FlatAccess.SLOTS : 2;
        List<Object> types = new ArrayList<>(List.of(Opcodes.LONG));
        if (holdsFlat) {
            types.addAll(FlatAccess.TYPES);
        }
        for (AbstractInsnNode instruction : code) {
            if (instruction instanceof VarInsnNode local && local.var >= left) {
                local.var += added;
            } else if (instruction instanceof IincInsnNode local && local.var >= left) {
                local.var += added;
            } else if (instruction instanceof FrameNode frame) {
                frame.local = new ArrayList<>(frame.local);
                frame.local.addAll(parameters, types);
            }
        }
        method.maxLocals += added;
        method.maxStack += MORE_OPERANDS;
    }

    /** Returns the code that replaces a write, and finds the value on the operand stack unless it is a constant. */
    private InsnList charge(HiddenWrite write) {
        if (write.constant().isEmpty()) {
            return Charge.TAKE_FUEL.callInto(left, memory, left);
        }
        long value = write.constant().getAsLong();
        code.remove(write.value());
        return write.global() == Global.STACK ? chargeFrame(write, value) : chargeFuel(write, value);
    }

    private InsnList chargeFrame(HiddenWrite write, long bytes) {
        if (bytes < 0) {
            return isAfterDirectCall ? new InsnList() : with(-bytes, Charge.BACK.callInto(left, memory));
        }
        return charged.contains(write) ? new InsnList() : call(write, bytes);
    }

    private InsnList chargeFuel(HiddenWrite write, long units) {
        if (units < 0) {
            return noting(MeterCounters.packed(units, 0));
        }
        HiddenWrite frame = frames.get(write.call().getNext());
        if (frame != null) { // the price of a call and its frame are charged at once
            charged.add(frame);
            return call(frame, MeterCounters.packed(units, frame.constant().orElseThrow()));
        }
        return with(MeterCounters.packed(units, 0), Charge.TAKE.callInto(left, memory, left));
    }

    private InsnList call(HiddenWrite frame, long packed) {
        MethodInsnNode callee = DirectEntry.callAfter(frame.call());
        isAfterDirectCall = callee != null;
        if (callee == null) {
            return with(packed, Charge.CALL.call(memory, left));
        }
        new DirectEntry.Caller(memory, left, code)
                .redirect(callee, packed, frame.constant().orElseThrow());
        return new InsnList();
    }

    private InsnList noting(long packed) {
        InsnList noting = new InsnList();
        noting.add(new VarInsnNode(Opcodes.LLOAD, left));
        noting.add(new LdcInsnNode(packed));
        noting.add(new InsnNode(Opcodes.LADD));
        noting.add(new VarInsnNode(Opcodes.LSTORE, left));
        return noting;
    }

    private static InsnList with(long constant, InsnList call) {
        call.insert(new LdcInsnNode(constant));
        return call;
    }
}
