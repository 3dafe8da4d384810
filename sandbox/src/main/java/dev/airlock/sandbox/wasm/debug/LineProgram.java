package dev.airlock.sandbox.wasm.debug;

import java.util.Optional;

/** The program that lists the lines of one unit, run until it passes an address. Used once. */
final class LineProgram {
    private static final int SET_ADDRESS = 2;
    private static final int END_SEQUENCE = 1;
    private static final int SPECIAL_MOST = 255;

    /** The address that a linker gives to removed code; no code has it. */
    private static final long LEFT_OUT = 0xFFFFFFF0L;

    private final DwarfReader in;
    private final LineHeader header;
    private long address;
    private long file = 1;
    private long line = 1;
    private long lastAddress;
    private long lastFile;
    private long lastLine;
    private boolean hasLast;

    LineProgram(DwarfReader in, LineHeader header) {
        this.in = in;
        this.header = header;
    }

    /** Returns the line of the instruction at an address. */
    Optional<SourceLine> find(long wanted) throws DwarfReader.Malformed {
        while (in.hasMore()) {
            int opcode = in.u8();
            boolean isRow;
            boolean isEnd = false;
            if (opcode > header.operands().size()) {
                special(opcode);
                isRow = true;
            } else if (opcode == 0) {
                isEnd = extended();
                isRow = isEnd;
            } else {
                standard(opcode);
                isRow = opcode == 1;
            }
            if (isRow && covers(wanted)) {
                return header.file(lastFile).map(name -> new SourceLine(name, lastLine));
            }
            if (isRow) {
                keep(isEnd);
            }
        }
        return Optional.empty();
    }

    private boolean covers(long wanted) {
        return hasLast && lastAddress > 0 && lastAddress < LEFT_OUT && lastAddress <= wanted && wanted < address;
    }

    /** Keeps a row, which covers the addresses up to the next row or the end of its sequence. */
    private void keep(boolean isEnd) {
        lastAddress = address;
        lastFile = file;
        lastLine = line;
        hasLast = !isEnd;
        if (isEnd) {
            address = 0;
            file = 1;
            line = 1;
        }
    }

    private void special(int opcode) {
        int adjusted = opcode - header.operands().size() - 1;
        address += (long) (adjusted / header.lineRange()) * header.least();
        line += header.lineBase() + adjusted % header.lineRange();
    }

    /** Runs an extended opcode. Returns whether it ends a sequence. */
    private boolean extended() throws DwarfReader.Malformed {
        DwarfReader operation = in.part(in.unsigned());
        int opcode = operation.u8();
        if (opcode == SET_ADDRESS) {
            address = operation.u32();
        }
        return opcode == END_SEQUENCE;
    }

    private void standard(int opcode) throws DwarfReader.Malformed {
        switch (opcode) {
            case 2 -> address += in.unsigned() * header.least();
            case 3 -> line += in.signed();
            case 4 -> file = in.unsigned();
            case 8 ->
                address += (long) ((SPECIAL_MOST - header.operands().size() - 1) / header.lineRange()) * header.least();
            case 9 -> address += in.u16();
            default -> {
                for (int i = 0; i < header.operands().get(opcode - 1); i++) {
                    in.unsigned();
                }
            }
        }
    }
}
