package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.code.InstructionTypes;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.code.TypeStack;
import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks a module's initial values: globals, element and data segments (core specification, sections 3.4.4 to 3.4.6).
 */
final class SegmentValidator {
    private static final int ENTRIES_BETWEEN_LOOKS = 1 << 14;

    private final ByteReader in;
    private final ModuleFacts facts;
    private final LoadBudget budget;
    private final FeatureUse features = new FeatureUse(Feature.admitted());
    private final BitSet namedFunctions = new BitSet();
    private final List<Byte> elementTypes = new ArrayList<>();
    private final TypeStack stack = new TypeStack();
    private int globals;
    private int entries;

    SegmentValidator(byte[] bytes, ModuleFacts facts, LoadBudget budget) {
        this.in = new ByteReader(bytes, 0, bytes.length);
        this.facts = facts;
        this.budget = budget;
    }

    /** The functions that the segments name. */
    BitSet namedFunctions() {
        return namedFunctions;
    }

    /** The type of each element segment. */
    List<Byte> elementTypes() {
        return elementTypes;
    }

    void checkAll() throws ModuleRefused {
        globals = facts.importedGlobals;
        for (ModuleSection.Id id : List.of(ModuleSection.Id.GLOBAL, ModuleSection.Id.ELEMENT, ModuleSection.Id.DATA)) {
            Optional<ModuleSection> section = facts.section(id);
            if (section.isPresent()) {
                in.moveTo(section.get().contentStart(), section.get().end());
                checkSection(id);
            }
        }
    }

    private void checkSection(ModuleSection.Id id) throws ModuleRefused {
        long count = in.u32();
        for (long i = 0; i < count; i++) {
            look();
            switch (id) {
                case GLOBAL -> checkGlobal();
                case ELEMENT -> checkElements();
                default -> checkData();
            }
        }
    }

    private void look() {
        if (++entries % ENTRIES_BETWEEN_LOOKS == 0) {
            budget.check();
        }
    }

    private void checkGlobal() throws ModuleRefused {
        ValueTypes.read(in, features);
        in.skip(1);
        checkConstant(facts.globalTypes.get(globals).type());
        globals++;
    }

    /** Checks an element segment (section 5.5.12). */
    private void checkElements() throws ModuleRefused {
        int at = in.position();
        int flags = (int) in.u32();
        boolean active = (flags & 1) == 0;
        boolean expressions = (flags & 4) != 0;
        long table = active && (flags & 2) != 0 ? in.u32() : 0;
        if (active) {
            requireTable(at, table);
            checkConstant(InstructionTypes.I32);
        }
        byte type = ValueTypes.FUNCREF;
        if ((flags & 3) != 0) {
            byte written = (byte) in.u8();
            type = expressions ? written : ValueTypes.FUNCREF;
        }
        if (active && ValueTypes.ofReference(facts.tables.get((int) table).elementType()) != type) {
            throw ModuleRefused.invalid(at, "type mismatch, an element segment holds another type than its table");
        }
        elementTypes.add(type);
        long count = in.u32();
        for (long i = 0; i < count; i++) {
            look();
            if (expressions) {
                checkConstant(type);
            } else {
                name(in.position(), in.u32());
            }
        }
    }

    private void requireTable(int at, long table) throws ModuleRefused {
        if (table >= facts.tables.size()) {
            throw ModuleRefused.invalid(at, "unknown table " + table);
        }
    }

    private void checkData() throws ModuleRefused {
        int at = in.position();
        long mode = in.u32();
        if (mode == 2) {
            in.u32();
        }
        if (mode != 1) {
            if (facts.memories.isEmpty()) {
                throw ModuleRefused.invalid(at, "unknown memory 0");
            }
            checkConstant(InstructionTypes.I32);
        }
        in.skip(in.u32());
    }

    private void name(int at, long function) throws ModuleRefused {
        if (function >= facts.functions()) {
            throw ModuleRefused.invalid(at, "unknown function " + function);
        }
        namedFunctions.set((int) function);
    }

    /** Checks a constant expression (section 3.3.10) with one result. */
    private void checkConstant(byte expected) throws ModuleRefused {
        int at = in.position();
        try {
            stack.start(new byte[] {expected});
            while (checkConstantInstruction()) {
                // The walk itself is the check.
            }
            stack.close();
        } catch (TypeStack.Mismatch e) {
            throw ModuleRefused.invalid(at, e.detail() + " (in a constant expression)");
        }
    }

    private boolean checkConstantInstruction() throws ModuleRefused, TypeStack.Mismatch {
        int at = in.position();
        Opcode opcode = Objects.requireNonNull(Opcode.ofByte(in.u8()), "it was read before");
        if (opcode == Opcode.END) {
            return false;
        }
        switch (opcode) {
            case I32_CONST -> in.s32();
            case I64_CONST -> in.s64();
            case F32_CONST -> in.skip(4);
            case F64_CONST -> in.skip(8);
            case REF_NULL -> {
                stack.push((byte) in.peek());
                ValueTypes.heapType(in, features);
                return true;
            }
            case REF_FUNC -> {
                name(at, in.u32());
                stack.push(ValueTypes.FUNCREF);
                return true;
            }
            case GLOBAL_GET -> {
                stack.push(constantGlobal(at, in.u32()));
                return true;
            }
            default -> {}
        }
        InstructionTypes types = InstructionTypes.of(opcode);
        stack.pop(types.operands());
        stack.push(types.results());
        return true;
    }

    /** A constant expression reads globals that came before it and never change. */
    private byte constantGlobal(int at, long index) throws ModuleRefused {
        if (index >= globals) {
            throw ModuleRefused.invalid(at, "unknown global " + index + " in a constant expression");
        }
        ModuleFacts.GlobalType global = facts.globalTypes.get((int) index);
        if (global.isMutable()) {
            throw ModuleRefused.invalid(at, "constant expression required, global " + index + " is mutable");
        }
        return global.type();
    }
}
