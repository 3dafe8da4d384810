package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.util.function.IntPredicate;

/**
 * A module reduced to its declarations, which are quick to parse, because its code and its initial data are known from
 * elsewhere. It has no custom sections. It has data only if an instruction can name it (then there is a data count
 * section, 5.5.16). Only the requested functions keep their bodies.
 */
public final class ModuleSkeleton {
    private static final int HEADER_BYTES = 8;

    /** No locals, {@code unreachable}, {@code end}. */
    private static final byte[] NO_BODY = {3, 0, 0x00, 0x0B};

    private final byte[] module;
    private final IntPredicate keepsBody;
    private final ByteReader in;
    private final ByteWriter out;

    private ModuleSkeleton(byte[] module, IntPredicate keepsBody) {
        this.module = module;
        this.keepsBody = keepsBody;
        this.in = new ByteReader(module, HEADER_BYTES, module.length);
        this.out = new ByteWriter(1 << 16);
    }

    /**
     * Returns the skeleton of a module.
     *
     * @param module a valid module
     * @param keepsBody whether a function keeps its body, by its index among those that the module defines
     */
    public static byte[] of(byte[] module, IntPredicate keepsBody) {
        try {
            return new ModuleSkeleton(module, keepsBody).write();
        } catch (ModuleRefused e) {
            throw new IllegalArgumentException("a valid module was expected", e);
        }
    }

    private byte[] write() throws ModuleRefused {
        out.copy(module, 0, HEADER_BYTES);
        boolean namesData = false;
        while (in.hasMore()) {
            int start = in.position();
            int id = in.u8();
            int size = in.count(1, "bytes of a section");
            int end = in.position() + size;
            namesData |= id == ModuleSection.Id.DATA_COUNT.number();
            if (id == ModuleSection.Id.CODE.number()) {
                writeCode(end);
            } else if (id != ModuleSection.Id.CUSTOM.number() && (id != ModuleSection.Id.DATA.number() || namesData)) {
                out.copy(module, start, end);
            }
            in.moveTo(end, module.length);
        }
        return out.toByteArray();
    }

    private void writeCode(int end) throws ModuleRefused {
        in.moveTo(in.position(), end);
        int functions = in.count(1, "functions");
        ByteWriter code = new ByteWriter(functions * NO_BODY.length + 5).u32(functions);
        for (int i = 0; i < functions; i++) {
            int start = in.position();
            in.skip(in.u32());
            if (keepsBody.test(i)) {
                code.copy(module, start, in.position());
            } else {
                code.copy(NO_BODY, 0, NO_BODY.length);
            }
        }
        out.u8(ModuleSection.Id.CODE.number()).u32(code.size()).copy(code);
    }
}
