package dev.airlock.sandbox.engine.bytecode.division;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The places where a function's code can be divided: labels at which the operand stack is empty, unless a jump crosses
 * them to a label where it is not.
 */
final class Cuts {
    private final AbstractInsnNode[] code;
    private final Map<LabelNode, Integer> places = new HashMap<>();
    private final int[] jumpsAcross;
    private final int parameters;

    /**
     * @param parameters the number of the function's parameters, each of which is a local wherever code can be reached
     */
    Cuts(AbstractInsnNode[] code, int parameters) {
        this.code = code;
        this.parameters = parameters;
        this.jumpsAcross = new int[code.length + 1];
        for (int i = 0; i < code.length; i++) {
            if (code[i] instanceof LabelNode label) {
                places.put(label, i);
            }
        }
        for (int i = 0; i < code.length; i++) {
            for (LabelNode target : targets(code[i])) {
                note(i, place(target));
            }
        }
        for (int i = 1; i < jumpsAcross.length; i++) {
            jumpsAcross[i] += jumpsAcross[i - 1];
        }
    }

    private void note(int from, int to) {
        if (frameAfter(to).filter(frame -> frame.stack.isEmpty()).isEmpty()) {
            jumpsAcross[Math.min(from, to) + 1]++;
            jumpsAcross[Math.max(from, to) + 1]--;
        }
    }

    /** Returns the labels that an instruction may jump to. */
    static List<LabelNode> targets(AbstractInsnNode instruction) {
        if (instruction instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        List<LabelNode> targets = new ArrayList<>();
        if (instruction instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (instruction instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    /** Returns the place of a label; of several labels at one place, that of the first one. */
    int place(LabelNode label) {
        int place = places.getOrDefault(label, -1);
        if (place < 0) {
            throw new IllegalArgumentException("a jump to nowhere");
        }
        while (place > 0 && code[place - 1] instanceof LabelNode) {
            place--;
        }
        return place;
    }

    /** Returns the starts of the parts, each of which has at most that many bytes if it can be divided there. */
    List<Integer> starts(int bytes) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        int latest = 0;
        int beforeLatest = 0;
        int sinceLatest = 0;
        for (int i = 0; i < code.length; i++) {
            if (i > 0 && isPossible(i)) {
                if (beforeLatest > 0 && beforeLatest + sinceLatest > bytes) {
                    starts.add(latest);
                    beforeLatest = 0;
                }
                latest = i;
                beforeLatest += sinceLatest;
                sinceLatest = 0;
            }
            sinceLatest += CodeSizes.of(code[i]);
        }
        if (beforeLatest > 0 && beforeLatest + sinceLatest > bytes) {
            starts.add(latest);
        }
        return starts;
    }

    private boolean isPossible(int place) {
        return code[place] instanceof LabelNode label
                && place(label) == place
                && jumpsAcross[place] == 0
                && frameAfter(place)
                        .filter(frame -> frame.stack.isEmpty() && frame.local.size() >= parameters)
                        .isPresent();
    }

    private Optional<FrameNode> frameAfter(int place) {
        int i = place;
        while (i < code.length && code[i] instanceof LabelNode) {
            i++;
        }
        return i < code.length && code[i] instanceof FrameNode frame ? Optional.of(frame) : Optional.empty();
    }
}
