package dev.airlock.sandbox.wasm.format;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names that a module's name section gives to its functions (core specification, appendix A.4).
 *
 * <p>They are read at first use. A malformed name section yields the names before the error and never fails a load. The
 * names are a guest's text: mark and strip them before showing.
 */
public final class FunctionNames {
    private static final int FUNCTION_SUBSECTION = 1;
    private static final int BYTES_KEPT = 1_024;

    private final byte[] section;
    private final long functions;
    private @Nullable Map<Integer, String> names;

    /** {@code functions} is the number of the module's functions, including imports; no more names are kept. */
    public FunctionNames(byte[] section, long functions) {
        this.section = section;
        this.functions = functions;
    }

    /** Returns the name of a function by its index, imports first. */
    public synchronized Optional<String> of(int functionIndex) {
        if (names == null) {
            names = read();
        }
        return Optional.ofNullable(names.get(functionIndex));
    }

    private Map<Integer, String> read() {
        Map<Integer, String> found = new HashMap<>();
        ByteReader in = new ByteReader(section, 0, section.length);
        try {
            while (in.hasMore()) {
                int subsection = in.u8();
                int size = in.count(1, "bytes of a subsection");
                int next = in.position() + size;
                if (subsection == FUNCTION_SUBSECTION) {
                    in.moveTo(in.position(), next);
                    readNames(in, found);
                }
                in.moveTo(next, section.length);
            }
            return found;
        } catch (ModuleRefused malformed) {
            // The specification says to ignore a malformed custom section.
            return found;
        }
    }

    private void readNames(ByteReader in, Map<Integer, String> found) throws ModuleRefused {
        int count = in.count(2, "function names");
        for (int i = 0; i < count; i++) {
            long index = in.u32();
            String name = in.name();
            if (index < functions && name.length() <= BYTES_KEPT) {
                found.put((int) index, name);
            }
        }
    }
}
