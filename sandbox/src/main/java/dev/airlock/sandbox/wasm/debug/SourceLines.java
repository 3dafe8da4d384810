package dev.airlock.sandbox.wasm.debug;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The table of lines that a module may have: {@code .debug_line} of DWARF 2 to 5, whose addresses count from the
 * beginning of the code section's content. The table is untrusted: any error in it only means that there is no line.
 */
public final class SourceLines {
    private static final byte[] NOTHING = {};

    private final byte[] lines;
    private final LineHeader.Strings strings;
    private final long codeStart;

    private SourceLines(byte[] lines, LineHeader.Strings strings, long codeStart) {
        this.lines = lines;
        this.strings = strings;
        this.codeStart = codeStart;
    }

    /** Returns the table of a module; for a module without one, an empty table. */
    public static SourceLines of(byte[] bytes, ModuleInfo info) {
        long codeStart = info.section(ModuleSection.Id.CODE)
                .map(ModuleSection::contentStart)
                .orElse(0);
        return new SourceLines(
                custom(bytes, info, ".debug_line"),
                new LineHeader.Strings(custom(bytes, info, ".debug_str"), custom(bytes, info, ".debug_line_str")),
                codeStart);
    }

    private static byte[] custom(byte[] bytes, ModuleInfo info, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        for (ModuleSection section : info.sections()) {
            int start = section.contentStart() + 1;
            int end = start + wanted.length;
            if (section.id() == ModuleSection.Id.CUSTOM
                    && end <= section.end()
                    && bytes[section.contentStart()] == wanted.length
                    && Arrays.equals(wanted, Arrays.copyOfRange(bytes, start, end))) {
                return Arrays.copyOfRange(bytes, end, section.end());
            }
        }
        return NOTHING;
    }

    /** Returns the line of the instruction at an offset in the module, if the table has one. */
    public Optional<SourceLine> at(int offset) {
        try {
            DwarfReader in = new DwarfReader(lines, 0, lines.length);
            Optional<SourceLine> found = Optional.empty();
            while (found.isEmpty() && in.hasMore()) {
                DwarfReader unit = in.part(in.u32());
                LineHeader header = LineHeader.read(unit, strings);
                found = new LineProgram(unit, header).find(offset - codeStart);
            }
            return found;
        } catch (DwarfReader.Malformed e) {
            return Optional.empty(); // debug information is optional
        }
    }
}
