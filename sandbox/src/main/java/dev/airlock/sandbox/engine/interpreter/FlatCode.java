package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Code without blocks under construction: instructions one after the other, and places that jumps lead to. */
final class FlatCode {
    /** The label of a jump that unwinds nothing: the function's own, which is the only one that the engine knows. */
    private static final long FUNCTION_LABEL = 0;

    private static final Instruction SCOPE = new Instruction(-1, OpCode.END, Instruction.EMPTY_OPERANDS);

    private final List<Line> lines = new ArrayList<>();

    /** A place in the code, which may become known only later. */
    static final class Place {
        private int line = -1;

        private int line() {
            if (line < 0) {
                throw new IllegalStateException("a jump leads nowhere");
            }
            return line;
        }
    }

    private record Line(Instruction instruction, List<Place> places) {}

    /** Returns a place at the next instruction. */
    Place here() {
        Place place = new Place();
        bind(place);
        return place;
    }

    /** Sets a place to the next instruction. */
    void bind(Place place) {
        place.line = lines.size();
    }

    /** Adds an instruction that does not jump. */
    void add(Instruction instruction) {
        lines.add(new Line(instruction, List.of()));
    }

    /** Adds one of our own instructions at the address of another. */
    void add(int address, OwnInstruction own, long... operands) {
        add(new Instruction(address, own.opcode(), operands));
    }

    /** Adds a jump. The engine's instruction between the arms of an {@code if} is one, and does nothing else. */
    void jump(int address, Place to) {
        lines.add(new Line(new Instruction(address, OpCode.ELSE, Instruction.EMPTY_OPERANDS), List.of(to)));
    }

    /** Adds a jump to one of two places, by the number on top of the stack. */
    void jumpIf(int address, Place notZero, Place zero) {
        lines.add(
                new Line(new Instruction(address, OpCode.BR_IF, new long[] {FUNCTION_LABEL}), List.of(notZero, zero)));
    }

    /** Adds a jump to one of many places, by the number on top of the stack; the last one is for all other numbers. */
    void jumpByTable(int address, List<Place> places) {
        long[] labels = new long[places.size()];
        Arrays.fill(labels, FUNCTION_LABEL);
        lines.add(new Line(new Instruction(address, OpCode.BR_TABLE, labels), places));
    }

    /** The instructions, as the engine takes them. */
    List<AnnotatedInstruction> instructions() {
        List<AnnotatedInstruction> instructions = new ArrayList<>(lines.size());
        lines.forEach(line -> instructions.add(annotated(line)));
        return instructions;
    }

    private static AnnotatedInstruction annotated(Line line) {
        AnnotatedInstruction.Builder builder = AnnotatedInstruction.builder().from(line.instruction);
        switch (line.instruction.opcode()) {
            case ELSE -> builder.withLabelTrue(line.places.get(0).line());
            case BR_IF ->
                builder.withLabelTrue(line.places.get(0).line())
                        .withLabelFalse(line.places.get(1).line());
            case BR_TABLE -> builder.withLabelTable(lines(line.places));
            case END -> builder.withDepth(0).withScope(SCOPE);
            default -> {}
        }
        return builder.build();
    }

    private static List<Integer> lines(List<Place> places) {
        return places.stream().map(Place::line).toList();
    }
}
