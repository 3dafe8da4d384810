package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.engine.HiddenWrite.Global;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * One compiled guest function, whose accounting moves from hidden globals to two locals, which the JIT keeps in registers: the
 * fuel that is left, and what was left of the stack at entry.
 *
 * <p>They are read at entry from the gauges, which every function has as its memory. A charge takes from the local. Before a
 * call the fuel and the stack, less this function's frame, go to the gauges; after it the fuel is read again. Before a return
 * both go back, and a {@link TrapHandler} sees to it that the fuel does after a trap as well.
 *
 * <p>A function of a module whose control can come back by another way than a return (it has handlers, or restores the stack
 * after calls) charges the gauges directly, so that no handler ever finds an older balance. So does one that the locals would
 * make too large for the JIT, and one that is divided.
 */
final class GuestFunction {
    /** The most that a charge has on the operand stack beyond what a write of a global has. */
    private static final int MORE_OPERANDS = 7;

    /** So much code does not double and become too large: no instruction that is added stands alone. */
    private static final int SURELY_SMALL = 3_000;

    private final MethodNode method;
    private final InsnList code;
    private final List<HiddenWrite> writes;
    private final Set<AbstractInsnNode> frames = new HashSet<>();
    private final int parameters;
    private final int memory;
    private final int fuel;
    private final int stack;
    private final boolean calls;

    private GuestFunction(MethodNode method, MeteredModule module) {
        this.method = method;
        this.code = method.instructions;
        this.writes = HiddenWrite.in(code, module);
        writes.stream().filter(HiddenWrite::takesFrame).map(HiddenWrite::value).forEach(frames::add);
        Type[] types = Type.getArgumentTypes(method.desc);
        this.parameters = types.length;
        this.fuel = Arrays.stream(types).mapToInt(Type::getSize).sum();
        this.memory = fuel - 2;
        this.stack = fuel + 2;
        this.calls = writes(Global.STACK);
    }

    /**
     * The method as it is to be; the one that is given may be changed on the way.
     *
     * @param divideFrom how large a method is that is divided; it charges the gauges
     */
    static MethodNode accounted(MethodNode method, MeteredModule module, int divideFrom) {
        GuestFunction function = new GuestFunction(method, module);
        if (!method.tryCatchBlocks.isEmpty() || function.writes(Global.STACK_RESTORE)) {
            function.chargeGauges();
            return method;
        }
        boolean fits = CodeSizes.of(method) <= Math.min(SURELY_SMALL, divideFrom / 3);
        MethodNode held = fits ? method : copy(method);
        new GuestFunction(held, module).chargeLocals();
        if (fits || CodeSizes.of(held) < divideFrom) {
            return held;
        }
        function.chargeGauges();
        return method;
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(Opcodes.ASM9, method.access, method.name, method.desc, null, null);
        method.accept(copy);
        return copy;
    }

    private boolean writes(Global global) {
        return writes.stream().anyMatch(write -> write.global() == global);
    }

    private void chargeGauges() {
        for (HiddenWrite write : writes) {
            Charge charge = switch (write.global()) {
                case FUEL -> Charge.FUEL;
                case STACK -> Charge.STACK;
                case STACK_RESTORE -> Charge.RESTORE_STACK;
            };
            write.replaceIn(code, charge.call(memory));
        }
    }

    private void chargeLocals() {
        if (writes.isEmpty()) {
            return;
        }
        removeDeadCode();
        makeRoom();
        for (HiddenWrite write : writes) {
            write.replaceIn(code, charge(write));
        }
        for (AbstractInsnNode instruction : code) {
            if (isReturn(instruction)) {
                code.insertBefore(instruction, leaving());
            }
        }
        if (calls) {
            code.insert(Charge.STACK_LEFT.callInto(stack, memory));
        }
        code.insert(Charge.FUEL_LEFT.callInto(fuel, memory));
        TrapHandler.addTo(method, fuel, memory);
    }

    /** Takes out what cannot be reached, which the engine left as code without locals that ends by throwing. */
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

    /** Puts the locals behind the parameters. */
    private void makeRoom() {
        int count = calls ? 2 : 1;
        for (AbstractInsnNode instruction : code) {
            if (instruction instanceof VarInsnNode local && local.var >= fuel) {
                local.var += 2 * count;
            } else if (instruction instanceof IincInsnNode local && local.var >= fuel) {
                local.var += 2 * count;
            } else if (instruction instanceof FrameNode frame) {
                frame.local = new ArrayList<>(frame.local);
                frame.local.addAll(parameters, Collections.nCopies(count, Opcodes.LONG));
            }
        }
        method.maxLocals += 2 * count;
        method.maxStack += MORE_OPERANDS;
    }

    /** What comes in the place of a write, and finds the value on the operand stack. */
    private InsnList charge(HiddenWrite write) {
        if (write.onlyNotes()) {
            return noting();
        }
        if (write.global() == Global.FUEL) {
            return isFollowedByCall(write) ? new InsnList() : Charge.TAKE_FUEL.callInto(fuel, memory, fuel);
        }
        if (write.takesFrame()) {
            return Charge.CALL.call(memory, fuel, stack);
        }
        code.remove(write.value());
        return Charge.FUEL_LEFT.callInto(fuel, memory);
    }

    /** Whether the fuel can wait on the operand stack for the frame, to be taken with it. */
    private boolean isFollowedByCall(HiddenWrite write) {
        AbstractInsnNode next = write.call().getNext();
        return next != null && frames.contains(next);
    }

    private InsnList noting() {
        InsnList noting = new InsnList();
        noting.add(new VarInsnNode(Opcodes.LLOAD, fuel));
        noting.add(new InsnNode(Opcodes.LADD));
        noting.add(new VarInsnNode(Opcodes.LSTORE, fuel));
        return noting;
    }

    private InsnList leaving() {
        return calls ? Charge.LEAVE_AFTER_CALLS.call(memory, fuel, stack) : Charge.LEAVE.call(memory, fuel);
    }

    private static boolean isReturn(AbstractInsnNode instruction) {
        return instruction != null
                && instruction.getOpcode() >= Opcodes.IRETURN
                && instruction.getOpcode() <= Opcodes.RETURN;
    }
}
