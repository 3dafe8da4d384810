package dev.airlock.sandbox.engine.bytecode.division;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Moves a charge before a branch if both ways out of the branch begin with the same charge. After each call, a function
 * by Go's compiler checks whether it has to yield, and goes on or leaves at the same price.
 */
public final class EqualNotes {
    private final InsnList code;
    private final int left;
    private final Map<LabelNode, Integer> jumps = new HashMap<>();

    /** @param left the local from which the charge is taken */
    private EqualNotes(InsnList code, int left) {
        this.code = code;
        this.left = left;
        for (AbstractInsnNode instruction : code) {
            Cuts.targets(instruction).forEach(label -> jumps.merge(label, 1, Integer::sum));
        }
    }

    /** Four instructions that charge an amount: the local is loaded, the amount added, and the local stored. */
    private record Note(AbstractInsnNode first, AbstractInsnNode last, Object amount) {}

    /** Changes a function's code, which has no handlers yet. */
    public static void merge(InsnList code, int left) {
        EqualNotes notes = new EqualNotes(code, left);
        for (AbstractInsnNode instruction : code.toArray()) {
            if (instruction instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
                notes.merge(jump);
            }
        }
    }

    private void merge(JumpInsnNode jump) {
        Optional<Note> here = note(jump.getNext());
        Optional<Note> there = isReachedOnlyBy(jump) ? note(afterLabel(jump.label)) : Optional.empty();
        if (here.isPresent()
                && there.isPresent()
                && here.get().amount.equals(there.get().amount)
                && isCode(there.get().last.getNext())) {
            remove(there.get());
            for (AbstractInsnNode next = here.get().first; next != jump; ) {
                AbstractInsnNode moved = next;
                next = moved == here.get().last ? jump : moved.getNext();
                code.remove(moved);
                code.insertBefore(jump, moved);
            }
        }
    }

    /** Whether nothing else leads to a branch's target: no other branch, and not the code above it. */
    private boolean isReachedOnlyBy(JumpInsnNode jump) {
        AbstractInsnNode above = jump.label.getPrevious();
        while (above instanceof FrameNode) {
            above = above.getPrevious();
        }
        return jumps.getOrDefault(jump.label, 0) == 1
                && above != null
                && !(above instanceof LabelNode)
                && switch (above.getOpcode()) {
                    case Opcodes.GOTO, Opcodes.ATHROW, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH -> true;
                    default -> FunctionPart.isReturn(above);
                };
    }

    /** A charge that stands alone between two jump targets keeps their stack maps apart; a place can have only one. */
    private static boolean isCode(AbstractInsnNode instruction) {
        return instruction.getOpcode() >= 0;
    }

    private static AbstractInsnNode afterLabel(LabelNode label) {
        AbstractInsnNode next = label.getNext();
        return next instanceof FrameNode ? next.getNext() : next;
    }

    private Optional<Note> note(AbstractInsnNode first) {
        if (first instanceof VarInsnNode load
                && load.getOpcode() == Opcodes.LLOAD
                && load.var == left
                && load.getNext() instanceof LdcInsnNode amount
                && amount.getNext().getOpcode() == Opcodes.LADD
                && amount.getNext().getNext() instanceof VarInsnNode store
                && store.getOpcode() == Opcodes.LSTORE
                && store.var == left) {
            return Optional.of(new Note(first, store, amount.cst));
        }
        return Optional.empty();
    }

    private void remove(Note note) {
        AbstractInsnNode next = note.first;
        while (next != note.last) {
            AbstractInsnNode gone = next;
            next = next.getNext();
            code.remove(gone);
        }
        code.remove(note.last);
    }
}
