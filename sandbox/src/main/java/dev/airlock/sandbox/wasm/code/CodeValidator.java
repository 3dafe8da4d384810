package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Checks the types of each instruction of a module's functions (core specification, section 3.3). */
public final class CodeValidator {
    private static final byte[] NONE = {};
    private static final byte[] ONE_REFERENCE = {ValueTypes.EXNREF};

    /** The number of labels that are checked between two checks of the time. */
    private static final int LABELS_BETWEEN_LOOKS = 1 << 12;

    private final ModuleFacts facts;
    private final LoadBudget budget;
    private final List<Byte> segmentTypes;
    private final BitSet declared;
    private final TypeStack stack = new TypeStack();
    private final CodeReader at;
    private byte[] locals = {};
    private int labelsChecked;

    /**
     * @param segmentTypes the type of each element segment
     * @param declared the functions that {@code ref.func} may name
     */
    public CodeValidator(
            CodeReader code, ModuleFacts facts, List<Byte> segmentTypes, BitSet declared, LoadBudget budget) {
        this.at = code;
        this.facts = facts;
        this.segmentTypes = segmentTypes;
        this.declared = declared;
        this.budget = budget;
    }

    public void checkAll() throws ModuleRefused {
        while (at.nextFunction()) {
            int type = facts.functionTypes[at.function()];
            locals = at.localTypes(facts.types.parameterTypes(type));
            stack.start(facts.types.resultTypes(type));
            while (at.nextInstruction()) {
                try {
                    check();
                } catch (TypeStack.Mismatch e) {
                    throw invalid(e.detail());
                }
            }
        }
    }

    private ModuleRefused invalid(String detail) {
        return ModuleRefused.invalid(
                at.start(), detail + " (" + at.opcode().text() + " in function " + at.function() + ")");
    }

    private void check() throws ModuleRefused, TypeStack.Mismatch {
        switch (at.opcode()) {
            case UNREACHABLE -> stack.leave();
            case BLOCK, LOOP -> open();
            case IF -> {
                stack.pop(InstructionTypes.I32);
                open();
            }
            case TRY_TABLE -> {
                checkCatches();
                open();
            }
            case ELSE -> stack.startElse();
            case END -> stack.close();
            case BR -> {
                stack.pop(stack.label(at.label()));
                stack.leave();
            }
            case BR_IF -> {
                stack.pop(InstructionTypes.I32);
                stack.pop(stack.label(at.label()));
                stack.push(stack.label(at.label()));
            }
            case BR_TABLE -> checkTable();
            case RETURN -> {
                stack.pop(stack.functionResults());
                stack.leave();
            }
            case CALL -> call(calledType());
            case CALL_INDIRECT -> call(indirectType());
            case RETURN_CALL -> returnCall(calledType());
            case RETURN_CALL_INDIRECT -> returnCall(indirectType());
            case THROW -> {
                stack.pop(tagParameters(at.index()));
                stack.leave();
            }
            case THROW_REF -> {
                stack.pop(ValueTypes.EXNREF);
                stack.leave();
            }
            case DROP -> stack.pop();
            case SELECT -> select();
            case SELECT_TYPED -> selectTyped();
            case LOCAL_GET -> stack.push(local());
            case LOCAL_SET -> stack.pop(local());
            case LOCAL_TEE -> {
                stack.pop(local());
                stack.push(local());
            }
            case GLOBAL_GET -> stack.push(global().type());
            case GLOBAL_SET -> setGlobal();
            case TABLE_GET -> take(table(at.index()), InstructionTypes.I32);
            case TABLE_SET -> stack.pop(InstructionTypes.I32, table(at.index()));
            case TABLE_SIZE -> {
                table(at.index());
                stack.push(InstructionTypes.I32);
            }
            case TABLE_GROW -> take(InstructionTypes.I32, table(at.index()), InstructionTypes.I32);
            case TABLE_FILL -> stack.pop(InstructionTypes.I32, table(at.index()), InstructionTypes.I32);
            case TABLE_COPY -> copyTable(table(at.index()), table(at.secondIndex()));
            case TABLE_INIT -> copyTable(segment(), table(at.secondIndex()));
            case ELEM_DROP -> segment();
            case REF_NULL -> stack.push((byte) at.index());
            case REF_IS_NULL -> isNull();
            case REF_FUNC -> referToFunction();
            default -> plain();
        }
    }

    private void plain() throws ModuleRefused, TypeStack.Mismatch {
        Opcode opcode = at.opcode();
        switch (opcode.immediates()) {
            case MEMARG -> {
                requireMemory();
                if (at.index() > InstructionTypes.mostAlignment(opcode)) {
                    throw invalid("alignment must not be larger than natural");
                }
            }
            case MEMORY, TWO_MEMORIES -> requireMemory();
            case DATA_AND_MEMORY -> {
                requireMemory();
                requireData();
            }
            case DATA -> requireData();
            default -> {}
        }
        InstructionTypes types = InstructionTypes.of(opcode);
        stack.pop(types.operands());
        stack.push(types.results());
    }

    private void open() throws TypeStack.Mismatch {
        long type = at.blockType();
        if (type >= 0) {
            stack.open(at.opcode(), facts.types.parameterTypes((int) type), facts.types.resultTypes((int) type));
        } else {
            stack.open(at.opcode(), NONE, at.isEmptyBlock() ? NONE : new byte[] {(byte) (type & 0x7F)});
        }
    }

    private void checkCatches() throws ModuleRefused {
        for (int i = 0; i < at.labels(); i++) {
            boolean ofATag = at.catchKind(i) < 2;
            boolean takesReference = at.catchKind(i) % 2 == 1;
            byte[] values = ofATag ? tagParameters(at.catchTag(i)) : NONE;
            byte[] handedOn = Arrays.copyOf(values, values.length + (takesReference ? 1 : 0));
            System.arraycopy(ONE_REFERENCE, 0, handedOn, values.length, handedOn.length - values.length);
            if (!Arrays.equals(handedOn, stack.label(at.label(i)))) {
                throw invalid("type mismatch, a catch clause hands on other types than its label takes");
            }
        }
    }

    private void checkTable() throws ModuleRefused, TypeStack.Mismatch {
        stack.pop(InstructionTypes.I32);
        byte[] otherwise = stack.label(at.label(at.labels() - 1));
        BitSet checked = new BitSet();
        for (int i = 0; i < at.labels(); i++) {
            if (++labelsChecked % LABELS_BETWEEN_LOOKS == 0) {
                budget.check();
            }
            int label = at.label(i);
            if (!checked.get(label)) {
                checked.set(label);
                if (stack.label(label).length != otherwise.length) {
                    throw invalid("type mismatch, labels take different numbers of operands");
                }
                stack.check(stack.label(label));
            }
        }
        stack.leave();
    }

    private int calledType() throws ModuleRefused {
        if (at.index() >= facts.functions()) {
            throw invalid("unknown function " + at.index());
        }
        return facts.typeOfFunction((int) at.index());
    }

    private int indirectType() throws ModuleRefused, TypeStack.Mismatch {
        if (at.index() >= facts.types.size()) {
            throw invalid("unknown type " + at.index());
        }
        if (table(at.secondIndex()) != ValueTypes.FUNCREF) {
            throw invalid("type mismatch, the table holds no functions");
        }
        stack.pop(InstructionTypes.I32);
        return (int) at.index();
    }

    private void call(int type) throws TypeStack.Mismatch {
        stack.pop(facts.types.parameterTypes(type));
        stack.push(facts.types.resultTypes(type));
    }

    private void returnCall(int type) throws ModuleRefused, TypeStack.Mismatch {
        if (!Arrays.equals(facts.types.resultTypes(type), stack.functionResults())) {
            throw invalid("type mismatch, a tail call gives other results than its function");
        }
        stack.pop(facts.types.parameterTypes(type));
        stack.leave();
    }

    private byte[] tagParameters(long tag) throws ModuleRefused {
        if (tag >= facts.tagTypes.size()) {
            throw invalid("unknown tag " + tag);
        }
        return facts.types.parameterTypes(facts.tagTypes.get((int) tag));
    }

    private void select() throws ModuleRefused, TypeStack.Mismatch {
        stack.pop(InstructionTypes.I32);
        byte second = stack.pop();
        byte type = stack.pop(second);
        if (ValueTypes.isReference(type)) {
            throw invalid("type mismatch, a select without a type takes numbers only");
        }
        stack.push(type);
    }

    private void selectTyped() throws ModuleRefused, TypeStack.Mismatch {
        if (at.types().length != 1) {
            throw invalid("invalid result arity");
        }
        byte type = at.types()[0];
        take(type, type, type, InstructionTypes.I32);
    }

    /** Pops operands, and pushes one of a type. */
    private void take(byte given, byte... taken) throws TypeStack.Mismatch {
        stack.pop(taken);
        stack.push(given);
    }

    private byte local() {
        return locals[(int) at.index()];
    }

    private ModuleFacts.GlobalType global() {
        return facts.globalTypes.get((int) at.index());
    }

    private void setGlobal() throws ModuleRefused, TypeStack.Mismatch {
        if (!global().isMutable()) {
            throw invalid("global is immutable");
        }
        stack.pop(global().type());
    }

    private byte table(long index) throws ModuleRefused {
        if (index >= facts.tables.size()) {
            throw invalid("unknown table " + index);
        }
        return ValueTypes.ofReference(facts.tables.get((int) index).elementType());
    }

    private byte segment() throws ModuleRefused {
        if (at.index() >= segmentTypes.size()) {
            throw invalid("unknown elem segment " + at.index());
        }
        return segmentTypes.get((int) at.index());
    }

    private void copyTable(byte first, byte second) throws ModuleRefused, TypeStack.Mismatch {
        if (first != second) {
            throw invalid("type mismatch, the tables hold different types");
        }
        stack.pop(InstructionTypes.I32, InstructionTypes.I32, InstructionTypes.I32);
    }

    private void isNull() throws ModuleRefused, TypeStack.Mismatch {
        byte type = stack.pop();
        if (type != TypeStack.UNKNOWN && !ValueTypes.isReference(type)) {
            throw invalid("type mismatch, a reference was expected");
        }
        stack.push(InstructionTypes.I32);
    }

    private void referToFunction() throws ModuleRefused {
        if (at.index() >= facts.functions()) {
            throw invalid("unknown function " + at.index());
        }
        if (!declared.get((int) at.index())) {
            throw invalid("undeclared function reference");
        }
        stack.push(ValueTypes.FUNCREF);
    }

    private void requireMemory() throws ModuleRefused {
        if (facts.memories.isEmpty()) {
            throw invalid("unknown memory 0");
        }
    }

    private void requireData() throws ModuleRefused {
        if (at.index() >= facts.dataCount.orElse(0)) {
            throw invalid("unknown data segment " + at.index());
        }
    }
}
