package dev.airlock.sandbox.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * All that a compiled program is made of, so that another process need not validate, rewrite, parse or compile the module.
 *
 * @param skeleton the metered module, with the code of those functions only that are interpreted
 * @param state what each instance begins with
 * @param classes the code
 */
@SuppressWarnings("ArrayRecordComponent") // read once
record ProgramFile(byte[] skeleton, InitialState state, GuestClasses classes) {
    /** As one run of bytes. */
    byte[] toBytes() throws IOException {
        byte[] code = classes.toBytes();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(code.length + 2 * skeleton.length + (1 << 16));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(skeleton.length);
            out.write(skeleton);
            state.write(out);
            out.writeInt(code.length);
            out.write(code);
        }
        return bytes.toByteArray();
    }

    /**
     * From one run of bytes.
     *
     * @throws IOException if they have another form
     */
    static ProgramFile ofBytes(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            byte[] skeleton = run(in);
            InitialState state = InitialState.read(in);
            return new ProgramFile(skeleton, state, GuestClasses.ofBytes(run(in)));
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
