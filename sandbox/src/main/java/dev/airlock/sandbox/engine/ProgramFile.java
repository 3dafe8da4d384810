package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.instance.InitialState;
import dev.airlock.sandbox.wasm.code.CodeFacts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * All parts of a compiled program, so that another process need not validate, rewrite, parse or compile the module.
 *
 * @param code the facts that the reader found in the module's code
 * @param skeleton the metered module, with the code of only those functions that are interpreted
 * @param state the state with which each instance begins
 * @param classes the code
 */
@SuppressWarnings("ArrayRecordComponent") // read once
record ProgramFile(CodeFacts code, byte[] skeleton, InitialState state, GuestClasses classes) {
    /** Returns it as one byte array. */
    byte[] toBytes() throws IOException {
        byte[] files = classes.toBytes();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(files.length + 2 * skeleton.length + (1 << 16));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            code.write(out);
            out.writeInt(skeleton.length);
            out.write(skeleton);
            state.write(out);
            out.writeInt(files.length);
            out.write(files);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads it from one byte array.
     *
     * @throws IOException if the bytes have another form
     */
    static ProgramFile ofBytes(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            CodeFacts code = CodeFacts.read(in);
            byte[] skeleton = run(in);
            InitialState state = InitialState.read(in);
            return new ProgramFile(code, skeleton, state, GuestClasses.ofBytes(run(in)));
        }
    }

    private static byte[] run(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("an entry of another form");
        }
        return in.readNBytes(length);
    }
}
