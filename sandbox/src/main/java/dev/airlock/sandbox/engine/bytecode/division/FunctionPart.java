package dev.airlock.sandbox.engine.bytecode.division;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
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
 * A part of a {@link DividedFunction}. It loads its locals from the array, jumps to the place where it is entered, and
 * returns the number of the place where another part continues, or -1 once the function has returned.
 */
public final class FunctionPart {
    private static final String PREFIX = "part_";
    private static final int MORE_SLOTS = 2;
    private static final int MORE_OPERANDS = 4;
    private static final int BYTES_OF_A_LOAD = 13;
    private static final int BYTES_OF_AN_ENTRY = 4;
    private static final int BYTES_OF_AN_EXIT = 7;
    private static final int BYTES_OF_A_RETURN = 8;

    /**
     * A stretch of a function's code.
     *
     * @param number the number of the part
     * @param entries the numbers of all places where a part is entered
     */
    @SuppressWarnings("ArrayRecordComponent") // the function's own, never written
    record Stretch(AbstractInsnNode[] code, int start, int end, int number, Map<Integer, Integer> entries) {
        List<AbstractInsnNode> instructions() {
            return Arrays.asList(code).subList(start, end);
        }

        boolean has(int place) {
            return place >= start && place < end;
        }
    }

    private final MethodNode function;
    private final GuestLocals locals;
    private final Stretch stretch;
    private final ToIntFunction<LabelNode> places;
    private final TreeSet<Integer> used;
    private final TreeSet<Integer> written;
    private final TreeSet<Integer> ownEntries = new TreeSet<>();
    private final Map<Integer, LabelNode> entryLabels = new HashMap<>();
    private final Map<Integer, LabelNode> exits = new HashMap<>();
    private final LabelNode leave = new LabelNode();
    private final MethodNode method;

    FunctionPart(MethodNode function, GuestLocals locals, Stretch stretch, ToIntFunction<LabelNode> places) {
        this.function = function;
        this.locals = locals;
        this.stretch = stretch;
        this.places = places;
        this.used = new TreeSet<>(GuestLocals.usedBy(stretch.instructions()));
        this.written = new TreeSet<>(GuestLocals.writtenBy(stretch.instructions()));
        stretch.entries().keySet().stream().filter(stretch::has).forEach(ownEntries::add);
        this.method = new MethodNode(Opcodes.ASM9, function.access, name(), descriptor(), null, null);
    }

    /** Whether a method is a part of a function. */
    static boolean isOne(MethodNode method) {
        return method.name.startsWith(PREFIX);
    }

    String name() {
        return PREFIX + stretch.number() + "_of_" + function.name;
    }

    String descriptor() {
        return function.desc.substring(0, function.desc.indexOf(')')) + DividedFunction.MORE_PARAMETERS + ")I";
    }

    /** The number after the last of those places where this part is entered. */
    int entriesEnd() {
        return number(ownEntries.last()) + 1;
    }

    /** The most bytes that it takes. */
    int mostBytes() {
        Set<Integer> targets = new HashSet<>();
        int bytes = BYTES_OF_A_LOAD * (used.size() + written.size()) + BYTES_OF_AN_ENTRY * ownEntries.size() + 64;
        for (AbstractInsnNode instruction : stretch.instructions()) {
            bytes += CodeSizes.of(instruction) + (isReturn(instruction) ? BYTES_OF_A_RETURN : 0);
            Cuts.targets(instruction).stream()
                    .map(places::applyAsInt)
                    .filter(place -> !stretch.has(place))
                    .forEach(targets::add);
        }
        return bytes + BYTES_OF_AN_EXIT * targets.size();
    }

    /** Writes the method, which takes the function's instructions. */
    MethodNode write() {
        InsnList out = method.instructions;
        load(out);
        enter(out);
        for (int place = stretch.start(); place < stretch.end(); place++) {
            if (entryLabels.containsKey(place)) {
                out.add(entryLabels.get(place));
                if (!hasFrame(place)) {
                    out.add(frame());
                }
            }
            write(stretch.code()[place], out);
        }
        if (stretch.end() < stretch.code().length && fallsThrough()) {
            out.add(new JumpInsnNode(Opcodes.GOTO, exit(stretch.end())));
        }
        writeExits(out);
        method.maxLocals = function.maxLocals + MORE_SLOTS;
        method.maxStack = function.maxStack + MORE_OPERANDS;
        return method;
    }

    private int array() {
        return locals.parameterSlots();
    }

    private int shifted(int slot) {
        return slot < array() ? slot : slot + MORE_SLOTS;
    }

    private int number(int place) {
        Integer number = stretch.entries().get(place);
        if (number == null) {
            throw new IllegalArgumentException("no part is entered at " + place);
        }
        return number;
    }

    private void load(InsnList out) {
        for (int slot : used) {
            LocalKind kind = locals.kind(slot);
            out.add(new VarInsnNode(Opcodes.ALOAD, array()));
            out.add(DividedFunction.number(slot));
            out.add(new InsnNode(Opcodes.LALOAD));
            out.add(kind.fromLong());
            out.add(new VarInsnNode(kind.opcode(Opcodes.ISTORE), shifted(slot)));
        }
    }

    private void enter(InsnList out) {
        ownEntries.forEach(place -> entryLabels.put(place, new LabelNode()));
        LabelNode[] labels = ownEntries.stream().map(entryLabels::get).toArray(LabelNode[]::new);
        if (labels.length == 1) {
            out.add(new JumpInsnNode(Opcodes.GOTO, labels[0]));
        } else {
            int first = number(ownEntries.first());
            out.add(new VarInsnNode(Opcodes.ILOAD, array() + 1));
            out.add(new TableSwitchInsnNode(first, first + labels.length - 1, labels[0], labels));
        }
    }

    private boolean hasFrame(int place) {
        int after = place;
        while (stretch.code()[after] instanceof LabelNode) {
            after++;
        }
        return stretch.code()[after] instanceof FrameNode;
    }

    private void write(AbstractInsnNode instruction, InsnList out) {
        redirect(instruction);
        if (instruction instanceof VarInsnNode access) {
            access.var = shifted(access.var);
        } else if (instruction instanceof IincInsnNode add) {
            add.var = shifted(add.var);
        } else if (instruction instanceof FrameNode frame && frame.local.size() >= locals.parameterTypes().length) {
            frame.local = allLocals();
        }
        if (isReturn(instruction)) {
            leaveFunction(instruction.getOpcode(), out);
        } else {
            out.add(instruction);
        }
    }

    private void redirect(AbstractInsnNode instruction) {
        if (instruction instanceof JumpInsnNode jump) {
            jump.label = target(jump.label);
        } else if (instruction instanceof TableSwitchInsnNode table) {
            table.labels.replaceAll(this::target);
            table.dflt = target(table.dflt);
        } else if (instruction instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.replaceAll(this::target);
            lookup.dflt = target(lookup.dflt);
        }
    }

    private LabelNode target(LabelNode label) {
        int place = places.applyAsInt(label);
        return stretch.has(place) ? label : exit(place);
    }

    private LabelNode exit(int place) {
        return exits.computeIfAbsent(place, outside -> new LabelNode());
    }

    /** Whether an instruction returns from its method. */
    public static boolean isReturn(AbstractInsnNode instruction) {
        return instruction.getOpcode() >= Opcodes.IRETURN && instruction.getOpcode() <= Opcodes.RETURN;
    }

    /** Returns -1 to the caller, and stores the result, if there is one, in the array's first element. */
    private void leaveFunction(int opcode, InsnList out) {
        if (opcode == Opcodes.RETURN) {
            out.add(new InsnNode(Opcodes.ICONST_M1));
        } else {
            out.add(LocalKind.of(Type.getReturnType(function.desc)).toLong());
            out.add(new VarInsnNode(Opcodes.ALOAD, array()));
            out.add(new MethodInsnNode(
                    Opcodes.INVOKESTATIC, Type.getInternalName(DividedResult.class), "give", "(J[J)I", false));
        }
        out.add(new InsnNode(Opcodes.IRETURN));
    }

    private boolean fallsThrough() {
        int last = stretch.end() - 1;
        while (last > stretch.start() && stretch.code()[last].getOpcode() < 0) {
            last--;
        }
        return switch (stretch.code()[last].getOpcode()) {
            case Opcodes.GOTO, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, Opcodes.ATHROW -> false;
            default -> !isReturn(stretch.code()[last]);
        };
    }

    private void writeExits(InsnList out) {
        if (exits.isEmpty()) {
            return;
        }
        exits.forEach((place, label) -> {
            out.add(label);
            out.add(frame());
            out.add(DividedFunction.number(number(place)));
            out.add(new JumpInsnNode(Opcodes.GOTO, leave));
        });
        out.add(leave);
        out.add(frame(Opcodes.INTEGER));
        for (int slot : written) {
            LocalKind kind = locals.kind(slot);
            out.add(new VarInsnNode(Opcodes.ALOAD, array()));
            out.add(DividedFunction.number(slot));
            out.add(new VarInsnNode(kind.opcode(Opcodes.ILOAD), shifted(slot)));
            out.add(kind.toLong());
            out.add(new InsnNode(Opcodes.LASTORE));
        }
        out.add(new InsnNode(Opcodes.IRETURN));
    }

    private FrameNode frame(Object... stack) {
        List<Object> all = allLocals();
        return new FrameNode(Opcodes.F_NEW, all.size(), all.toArray(), stack.length, stack);
    }

    /** The locals in every stack map of a part: those that are used are there from the beginning. */
    private List<Object> allLocals() {
        List<Object> all = new ArrayList<>(DividedFunction.inFrames(locals.parameterTypes()));
        all.add("[J");
        all.add(Opcodes.INTEGER);
        int next = array();
        for (int slot : used.tailSet(array())) {
            for (; next < slot; next++) {
                all.add(Opcodes.TOP);
            }
            LocalKind kind = locals.kind(slot);
            all.add(kind.inFrames());
            next += kind.slots();
        }
        return all;
    }
}
