package dev.airlock.sandbox.engine.bytecode.division;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A compiled guest function in several methods, since the JIT does not compile one that is too large. Each part is a
 * stretch of the code. Where control leaves it for another part, it returns the number of the place to continue at. The
 * function itself calls one part after the other. Meanwhile the locals are in an array, from which a part loads those
 * that it uses, and in which it stores those that it wrote.
 */
public final class DividedFunction {
    /**
     * The parameters of a part beside the locals of the function: the array, and the number of the place where it
     * begins.
     */
    static final String MORE_PARAMETERS = "[JI";

    private static final String ARRAY = "[J";

    private final String owner;
    private final MethodNode function;
    private final AbstractInsnNode[] code;
    private final GuestLocals locals;
    private final Cuts cuts;
    private final List<FunctionPart> parts = new ArrayList<>();

    private DividedFunction(String owner, MethodNode function, GuestLocals locals, Cuts cuts, AbstractInsnNode[] code) {
        this.owner = owner;
        this.function = function;
        this.locals = locals;
        this.cuts = cuts;
        this.code = code;
    }

    /**
     * Returns the methods that replace a function, the first of which has its name.
     *
     * @param owner internal name of its class
     * @param function one without handlers; its instructions go to the parts
     * @param from the size in bytes from which a function is divided; parts are smaller if that is possible
     * @return empty if it cannot be divided into parts that the JIT compiles; it is unchanged then
     */
    public static Optional<List<MethodNode>> of(String owner, MethodNode function, int from) {
        Optional<GuestLocals> locals = GuestLocals.of(function);
        int result = Type.getReturnType(function.desc).getSort();
        boolean hasReference = result == Type.ARRAY || result == Type.OBJECT;
        if (locals.isEmpty() || hasReference || !function.tryCatchBlocks.isEmpty()) {
            return Optional.empty();
        }
        AbstractInsnNode[] code = function.instructions.toArray();
        Cuts cuts = new Cuts(code, locals.get().parameterTypes().length);
        for (int bytes : List.of(from / 16 * 5, from / 2, from / 4)) {
            DividedFunction divided = new DividedFunction(owner, function, locals.get(), cuts, code);
            if (divided.divide(bytes)) {
                return Optional.of(divided.methods());
            }
        }
        return Optional.empty();
    }

    private boolean divide(int bytes) {
        List<Integer> starts = cuts.starts(bytes);
        Map<Integer, Integer> entries = entries(starts);
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : code.length;
            parts.add(new FunctionPart(
                    function, locals, new FunctionPart.Stretch(code, starts.get(i), end, i, entries), cuts::place));
        }
        return starts.size() > 1 && parts.stream().allMatch(part -> part.mostBytes() < CodeSizes.TOO_LARGE);
    }

    /**
     * Returns the places where parts begin or are entered from other parts, each with its number, in the order of the
     * code.
     */
    private Map<Integer, Integer> entries(List<Integer> starts) {
        TreeSet<Integer> places = new TreeSet<>(starts);
        for (int i = 0; i < code.length; i++) {
            for (LabelNode target : Cuts.targets(code[i])) {
                int place = cuts.place(target);
                if (part(starts, place) != part(starts, i)) {
                    places.add(place);
                }
            }
        }
        Map<Integer, Integer> numbers = new HashMap<>();
        places.forEach(place -> numbers.put(place, numbers.size()));
        return numbers;
    }

    private static int part(List<Integer> starts, int place) {
        int found = Collections.binarySearch(starts, place);
        return found >= 0 ? found : -found - 2;
    }

    private List<MethodNode> methods() {
        Arrays.stream(code).forEach(function.instructions::remove); // one by one, which unlinks them
        List<MethodNode> methods = new ArrayList<>(List.of(function));
        parts.forEach(part -> methods.add(part.write()));
        writeFunction();
        return methods;
    }

    private int array() {
        return locals.parameterSlots();
    }

    private int place() {
        return array() + 1;
    }

    private void writeFunction() {
        InsnList out = function.instructions;
        LabelNode loop = new LabelNode();
        LabelNode after = new LabelNode();
        putParametersIntoArray(out);
        out.add(new InsnNode(Opcodes.ICONST_0));
        out.add(new VarInsnNode(Opcodes.ISTORE, place()));
        out.add(loop);
        out.add(frame());
        for (FunctionPart part : parts) {
            LabelNode next = new LabelNode();
            boolean isLast = part == parts.get(parts.size() - 1);
            if (!isLast) {
                out.add(new VarInsnNode(Opcodes.ILOAD, place()));
                out.add(number(part.entriesEnd()));
                out.add(new JumpInsnNode(Opcodes.IF_ICMPGE, next));
            }
            call(part, out);
            if (!isLast) {
                out.add(new JumpInsnNode(Opcodes.GOTO, after));
                out.add(next);
                out.add(frame());
            }
        }
        out.add(after);
        out.add(frame(Opcodes.INTEGER));
        out.add(new InsnNode(Opcodes.DUP));
        out.add(new VarInsnNode(Opcodes.ISTORE, place()));
        out.add(new JumpInsnNode(Opcodes.IFGE, loop));
        returnResult(out);
        function.maxLocals = place() + 1;
        function.maxStack = place() + 4;
    }

    private void putParametersIntoArray(InsnList out) {
        out.add(number(Math.max(1, function.maxLocals)));
        out.add(new IntInsnNode(Opcodes.NEWARRAY, Opcodes.T_LONG));
        out.add(new VarInsnNode(Opcodes.ASTORE, array()));
        locals.parameters().forEach((slot, kind) -> {
            out.add(new VarInsnNode(Opcodes.ALOAD, array()));
            out.add(number(slot));
            out.add(new VarInsnNode(kind.opcode(Opcodes.ILOAD), slot));
            out.add(kind.toLong());
            out.add(new InsnNode(Opcodes.LASTORE));
        });
    }

    private void call(FunctionPart part, InsnList out) {
        int slot = 0;
        for (Type type : locals.parameterTypes()) {
            out.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        out.add(new VarInsnNode(Opcodes.ALOAD, array()));
        out.add(new VarInsnNode(Opcodes.ILOAD, place()));
        out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, part.name(), part.descriptor(), false));
    }

    private void returnResult(InsnList out) {
        Type result = Type.getReturnType(function.desc);
        if (result.getSort() != Type.VOID) {
            out.add(new VarInsnNode(Opcodes.ALOAD, array()));
            out.add(new InsnNode(Opcodes.ICONST_0));
            out.add(new InsnNode(Opcodes.LALOAD));
            out.add(LocalKind.of(result).fromLong());
        }
        out.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    }

    private FrameNode frame(Object... stack) {
        List<Object> all = new ArrayList<>(inFrames(locals.parameterTypes()));
        all.add(ARRAY);
        all.add(Opcodes.INTEGER);
        return new FrameNode(Opcodes.F_NEW, all.size(), all.toArray(), stack.length, stack);
    }

    /** Returns the names of parameters in stack maps. */
    static List<Object> inFrames(Type... parameters) {
        return Arrays.stream(parameters)
                .map(type -> type.getSort() >= Type.ARRAY
                        ? (Object) type.getInternalName()
                        : LocalKind.of(type).inFrames())
                .toList();
    }

    /** Returns the instruction that loads a number. */
    static AbstractInsnNode number(int number) {
        if (number >= -1 && number <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + number);
        }
        if (number == (byte) number) {
            return new IntInsnNode(Opcodes.BIPUSH, number);
        }
        return number == (short) number ? new IntInsnNode(Opcodes.SIPUSH, number) : new LdcInsnNode(number);
    }
}
