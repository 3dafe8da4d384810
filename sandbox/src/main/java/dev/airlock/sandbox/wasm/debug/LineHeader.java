package dev.airlock.sandbox.wasm.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The header of one unit's table of lines.
 *
 * @param least bytes of the shortest instruction
 * @param lineBase the line advance at which special opcodes begin
 * @param lineRange the number of line advances that they have
 * @param operands the number of operands of each standard opcode, from opcode 1 on
 * @param files the names of files
 * @param firstFile the number of the first of them
 */
record LineHeader(int least, int lineBase, int lineRange, List<Integer> operands, List<String> files, int firstFile) {
    private static final int OLDEST = 2;
    private static final int NEWEST = 5;
    private static final int MOST_FILES = 100_000;
    private static final int PATH = 1;

    /** The texts that a header refers to. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Strings(byte[] text, byte[] lineText) {}

    private record Format(long content, long form) {}

    /** Reads the header; the rest of the unit afterwards is its program. */
    static LineHeader read(DwarfReader unit, Strings strings) throws DwarfReader.Malformed {
        int version = unit.u16();
        if (version < OLDEST || version > NEWEST) {
            throw new DwarfReader.Malformed();
        }
        if (version == NEWEST) {
            unit.skip(2);
        }
        DwarfReader header = unit.part(unit.u32());
        int least = header.u8();
        if (version >= 4) {
            header.skip(1);
        }
        header.skip(1);
        int base = header.s8();
        int range = header.u8();
        List<Integer> operands = new ArrayList<>();
        for (int opcode = header.u8(); opcode > 1; opcode--) {
            operands.add(header.u8());
        }
        if (range == 0) {
            throw new DwarfReader.Malformed();
        }
        List<String> files = version == NEWEST ? newFiles(header, strings) : oldFiles(header);
        return new LineHeader(least, base, range, operands, files, version == NEWEST ? 0 : 1);
    }

    private static List<String> oldFiles(DwarfReader header) throws DwarfReader.Malformed {
        while (!header.text().isEmpty()) {
            // skip the folders
        }
        List<String> files = new ArrayList<>();
        for (String name = header.text(); !name.isEmpty(); name = header.text()) {
            header.unsigned();
            header.unsigned();
            header.unsigned();
            files.add(name);
        }
        return files;
    }

    private static List<String> newFiles(DwarfReader header, Strings strings) throws DwarfReader.Malformed {
        entries(header, strings);
        return entries(header, strings);
    }

    /** Reads entries that each have a path. */
    private static List<String> entries(DwarfReader header, Strings strings) throws DwarfReader.Malformed {
        List<Format> formats = new ArrayList<>();
        int formatCount = header.u8();
        for (int i = 0; i < formatCount; i++) {
            formats.add(new Format(header.unsigned(), header.unsigned()));
        }
        long count = header.unsigned();
        if (count < 0 || count > MOST_FILES || formats.isEmpty()) {
            throw new DwarfReader.Malformed();
        }
        List<String> names = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            String name = "";
            for (Format format : formats) {
                String value = value(header, format.form(), strings);
                name = format.content() == PATH ? value : name;
            }
            names.add(name);
        }
        return names;
    }

    /** Reads a value of that form, and returns it if it is a text. */
    private static String value(DwarfReader header, long form, Strings strings) throws DwarfReader.Malformed {
        switch ((int) form) {
            case 0x08 -> {
                return header.text();
            }
            case 0x0e -> {
                return DwarfReader.textAt(strings.text(), header.u32());
            }
            case 0x1f -> {
                return DwarfReader.textAt(strings.lineText(), header.u32());
            }
            case 0x0b -> header.skip(1);
            case 0x05 -> header.skip(2);
            case 0x06 -> header.skip(4);
            case 0x07 -> header.skip(8);
            case 0x1e -> header.skip(16);
            case 0x0f -> header.unsigned();
            case 0x09 -> header.skip(header.unsigned());
            default -> throw new DwarfReader.Malformed();
        }
        return "";
    }

    /** Returns the name of a file without its folders, if there is such a file. */
    Optional<String> file(long number) {
        long index = number - firstFile;
        if (index < 0 || index >= files.size()) {
            return Optional.empty();
        }
        String path = files.get((int) index);
        return Optional.of(path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
    }
}
