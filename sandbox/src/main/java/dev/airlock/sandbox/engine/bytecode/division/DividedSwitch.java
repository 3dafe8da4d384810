package dev.airlock.sandbox.engine.bytecode.division;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A method of the engine's that calls one of very many functions by number, split into several methods, since the JIT
 * does not compile one that is too large. It loads the functions' parameters and the number; one switch leads to cases
 * without jumps, each of which ends the method.
 */
public final class DividedSwitch {
    private static final int CASES_PER_PART = 400;

    private final String owner;
    private final MethodNode method;
    private final List<AbstractInsnNode> beginning;
    private final AbstractInsnNode theSwitch;
    private final int number;
    private final List<MethodNode> parts = new ArrayList<>();

    private DividedSwitch(
            String owner, MethodNode method, List<AbstractInsnNode> beginning, AbstractInsnNode theSwitch, int number) {
        this.owner = owner;
        this.method = method;
        this.beginning = beginning;
        this.theSwitch = theSwitch;
        this.number = number;
    }

    /**
     * Returns the methods that replace a method, the first of which has its name.
     *
     * @param owner internal name of its class
     * @return empty if it is not such a method; it is unchanged then
     */
    public static Optional<List<MethodNode>> of(String owner, MethodNode method) {
        AbstractInsnNode[] code = method.instructions.toArray();
        int place = 0;
        while (place < code.length && (code[place] instanceof VarInsnNode || code[place] instanceof LabelNode)) {
            place++;
        }
        boolean isSwitch = place > 0
                && place < code.length
                && code[place - 1] instanceof VarInsnNode
                && code[place - 1].getOpcode() == Opcodes.ILOAD
                && (code[place] instanceof TableSwitchInsnNode || code[place] instanceof LookupSwitchInsnNode);
        if (!isSwitch
                || !method.tryCatchBlocks.isEmpty()
                || Arrays.stream(code, place + 1, code.length)
                        .anyMatch(instruction -> !Cuts.targets(instruction).isEmpty())) {
            return Optional.empty();
        }
        List<AbstractInsnNode> beginning = Arrays.asList(code).subList(0, place);
        return Optional.of(new DividedSwitch(owner, method, beginning, code[place], ((VarInsnNode) code[place - 1]).var)
                .methods());
    }

    private List<MethodNode> methods() {
        SortedMap<Integer, LabelNode> left = cases(theSwitch);
        InsnList whole = new InsnList();
        while (!left.isEmpty()) {
            SortedMap<Integer, LabelNode> some = new TreeMap<>();
            left.entrySet().stream().limit(CASES_PER_PART).forEach(one -> some.put(one.getKey(), one.getValue()));
            left = left.tailMap(some.lastKey() + 1);
            MethodNode part = part(some);
            if (left.isEmpty()) {
                call(part, whole);
            } else {
                callBelow(left.firstKey(), part, whole);
            }
            parts.add(part);
        }
        method.instructions = whole;
        method.maxStack = Math.max(2, method.maxLocals);
        List<MethodNode> methods = new ArrayList<>(List.of(method));
        methods.addAll(parts);
        return methods;
    }

    private static SortedMap<Integer, LabelNode> cases(AbstractInsnNode theSwitch) {
        SortedMap<Integer, LabelNode> cases = new TreeMap<>();
        if (theSwitch instanceof TableSwitchInsnNode table) {
            for (int i = 0; i < table.labels.size(); i++) {
                cases.put(table.min + i, table.labels.get(i));
            }
        } else if (theSwitch instanceof LookupSwitchInsnNode lookup) {
            for (int i = 0; i < lookup.labels.size(); i++) {
                cases.put(lookup.keys.get(i), lookup.labels.get(i));
            }
        }
        return cases;
    }

    private LabelNode otherwise() {
        return theSwitch instanceof TableSwitchInsnNode table ? table.dflt : ((LookupSwitchInsnNode) theSwitch).dflt;
    }

    /** Returns the method with some of its cases. */
    private MethodNode part(SortedMap<Integer, LabelNode> cases) {
        MethodNode part = new MethodNode(
                Opcodes.ASM9, method.access, "part_" + parts.size() + "_of_" + method.name, method.desc, null, null);
        beginning.forEach(instruction -> part.instructions.add(instruction.clone(Map.of())));
        Map<LabelNode, LabelNode> copies = new LinkedHashMap<>();
        cases.values().forEach(label -> copies.computeIfAbsent(label, original -> new LabelNode()));
        LabelNode otherwise = copies.computeIfAbsent(otherwise(), original -> new LabelNode());
        int[] keys = cases.keySet().stream().mapToInt(Integer::intValue).toArray();
        LabelNode[] labels = cases.values().stream().map(copies::get).toArray(LabelNode[]::new);
        part.instructions.add(
                keys[keys.length - 1] - keys[0] == keys.length - 1
                        ? new TableSwitchInsnNode(keys[0], keys[keys.length - 1], otherwise, labels)
                        : new LookupSwitchInsnNode(otherwise, keys, labels));
        copies.forEach((original, copy) -> addCase(original, copy, part.instructions));
        part.maxLocals = method.maxLocals;
        part.maxStack = method.maxStack;
        return part;
    }

    /** Adds a copy of the code from a label to the next end of the method. */
    private static void addCase(LabelNode original, LabelNode copy, InsnList out) {
        out.add(copy);
        AbstractInsnNode next = original;
        do {
            next = next.getNext();
            if (!(next instanceof LabelNode)) {
                out.add(next.clone(new HashMap<>()));
            }
        } while (!isEnd(next));
    }

    private static boolean isEnd(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        return opcode == Opcodes.ATHROW || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }

    private void callBelow(int bound, MethodNode part, InsnList out) {
        LabelNode next = new LabelNode();
        out.add(new VarInsnNode(Opcodes.ILOAD, number));
        out.add(DividedFunction.number(bound));
        out.add(new JumpInsnNode(Opcodes.IF_ICMPGE, next));
        call(part, out);
        out.add(next);
        Object[] parameters =
                DividedFunction.inFrames(Type.getArgumentTypes(method.desc)).toArray();
        out.add(new FrameNode(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]));
    }

    private void call(MethodNode part, InsnList out) {
        int slot = 0;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            out.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, part.name, method.desc, false));
        out.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
    }
}
