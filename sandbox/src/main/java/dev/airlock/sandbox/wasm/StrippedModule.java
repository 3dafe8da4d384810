package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.util.Set;

/**
 * A module without the custom sections that only help its author: names of functions (core specification, appendix
 * "Custom Sections"), debugging information (DWARF), and where more of it lies. What it computes is unchanged.
 */
public final class StrippedModule {
    private static final int HEADER_BYTES = 8;
    private static final Set<String> FOR_AUTHORS = Set.of("name", "sourceMappingURL", "external_debug_info");
    private static final String DWARF = ".debug_";

    private StrippedModule() {}

    /** Returns a module without those sections. Bytes that are not a module are returned as they are. */
    public static byte[] of(byte[] module) {
        if (module.length < HEADER_BYTES) {
            return module.clone();
        }
        try {
            return stripped(module);
        } catch (ModuleRefused e) {
            return module.clone(); // a check says what is wrong with it
        }
    }

    private static byte[] stripped(byte[] module) throws ModuleRefused {
        ByteReader in = new ByteReader(module, HEADER_BYTES, module.length);
        ByteWriter out = new ByteWriter(module.length);
        out.copy(module, 0, HEADER_BYTES);
        while (in.hasMore()) {
            int start = in.position();
            int id = in.u8();
            int size = in.count(1, "bytes of a section");
            int end = in.position() + size;
            if (id != ModuleSection.Id.CUSTOM.number() || !isForAuthors(in.at(in.position(), end))) {
                out.copy(module, start, end);
            }
            in.moveTo(end, module.length);
        }
        return out.toByteArray();
    }

    private static boolean isForAuthors(ByteReader custom) throws ModuleRefused {
        String name = custom.name();
        return FOR_AUTHORS.contains(name) || name.startsWith(DWARF);
    }
}
