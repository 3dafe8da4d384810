package dev.airlock.sandbox.wasm;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.code.RefusedInstructions;
import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.Locale;

/**
 * Reads the sections with a module's initial values: globals, element and data segments, with their constant
 * expressions.
 */
final class SegmentReader {
    private final ByteReader in;
    private final FeatureUse features;
    private final ModuleFacts facts;

    SegmentReader(ByteReader in, FeatureUse features, ModuleFacts facts) {
        this.in = in;
        this.features = features;
        this.facts = facts;
    }

    void readGlobals() throws ModuleRefused {
        int count = DeclarationReader.entries(in, 4, "globals");
        facts.definedGlobals = count;
        for (int i = 0; i < count; i++) {
            DeclarationReader.globalType(in, features, facts);
            readConstant();
        }
    }

    /** Reads element segments (section 5.5.12): the three low bits of the flags say how a segment is written. */
    void readElements() throws ModuleRefused {
        int count = segments(2, "element segments");
        facts.elementSegments = count;
        for (int i = 0; i < count; i++) {
            int at = in.position();
            long flags = in.u32();
            if (flags > 7) {
                throw ModuleRefused.malformed(at, "malformed element segment kind " + flags);
            }
            boolean active = (flags & 1) == 0;
            boolean namesTableOrType = (flags & 2) != 0;
            boolean expressions = (flags & 4) != 0;
            if (!active || flags > 4) {
                features.meet(Feature.BULK_MEMORY, at, "element segment that is not only functions of table 0");
            }
            if (active && namesTableOrType) {
                in.u32();
            }
            if (active) {
                readConstant();
            }
            if (!active || namesTableOrType) {
                readElementType(expressions);
            }
            readElements(expressions);
        }
    }

    private void readElementType(boolean expressions) throws ModuleRefused {
        int at = in.position();
        if (expressions) {
            ValueTypes.readReference(in, features);
        } else if (in.u8() != 0) {
            throw ModuleRefused.malformed(at, "malformed element kind");
        }
    }

    private void readElements(boolean expressions) throws ModuleRefused {
        int count = in.count(1, "elements");
        facts.elements += count;
        for (int i = 0; i < count; i++) {
            if (expressions) {
                readConstant();
            } else {
                in.u32();
            }
        }
    }

    /** Reads data segments (section 5.5.14). */
    void readData() throws ModuleRefused {
        int count = segments(2, "data segments");
        facts.dataSegments = count;
        for (int i = 0; i < count; i++) {
            int at = in.position();
            long mode = in.u32();
            if (mode > 2) {
                throw ModuleRefused.malformed(at, "malformed data segment kind " + mode);
            }
            if (mode == 1) {
                features.meet(Feature.BULK_MEMORY, at, "passive data segment");
            }
            if (mode == 2 && in.u32() != 0) {
                throw ModuleRefused.feature(at, Feature.MULTI_MEMORY, "data segment of a second memory");
            }
            if (mode != 1) {
                readConstant();
            }
            long bytes = in.u32();
            facts.dataBytes += bytes;
            in.skip(bytes);
        }
    }

    /**
     * Takes the facts that were found in the data section earlier, and moves to its end; only the number of segments is
     * checked again.
     */
    void takeData(long dataBytes) throws ModuleRefused {
        facts.dataSegments = segments(2, "data segments");
        facts.dataBytes = dataBytes;
        in.moveTo(in.limit(), in.limit());
    }

    private int segments(int bytesEach, String things) throws ModuleRefused {
        int at = in.position();
        int count = in.count(bytesEach, things);
        ModuleRefused.checkLimit(
                at,
                LimitName.SEGMENTS,
                "data and element segments",
                facts.limits.segments(),
                (long) facts.elementSegments + count);
        return count;
    }

    /** Reads a constant expression (section 3.3.10). It is straight-line code, so it needs no metering. */
    private void readConstant() throws ModuleRefused {
        while (true) {
            int at = in.position();
            int opcodeByte = in.u8();
            Opcode opcode = Opcode.ofByte(opcodeByte);
            if (opcode == null) {
                opcode = prefixed(at, opcodeByte);
            }
            switch (opcode) {
                case END -> {
                    return;
                }
                case I32_CONST -> in.s32();
                case I64_CONST -> in.s64();
                case F32_CONST -> in.skip(4);
                case F64_CONST -> in.skip(8);
                case V128_CONST -> in.skip(16);
                case REF_NULL -> ValueTypes.heapType(in, features);
                case REF_FUNC -> in.u32();
                case GLOBAL_GET -> readGlobalIndex();
                case I32_ADD, I32_SUB, I32_MUL, I64_ADD, I64_SUB, I64_MUL ->
                    features.meet(Feature.EXTENDED_CONST, at, opcode.text());
                default ->
                    throw ModuleRefused.malformed(at, "constant expression required, " + opcode.text() + " found");
            }
            features.meet(opcode.feature(), at, opcode.text());
        }
    }

    private Opcode prefixed(int at, int prefix) throws ModuleRefused {
        if (!RefusedInstructions.isPrefix(prefix)) {
            throw RefusedInstructions.plain(at, prefix);
        }
        long number = in.u32();
        if (prefix == Opcode.PREFIX_VECTOR && number == (Opcode.V128_CONST.code() & 0xFF)) {
            return Opcode.V128_CONST;
        }
        throw ModuleRefused.malformed(
                at, String.format(Locale.ROOT, "constant expression required, 0x%02x 0x%02x found", prefix, number));
    }

    private void readGlobalIndex() throws ModuleRefused {
        int at = in.position();
        long index = in.u32();
        if (index >= facts.globals()) {
            throw ModuleRefused.malformed(at, "unknown global " + index + " in a constant expression");
        }
    }
}
