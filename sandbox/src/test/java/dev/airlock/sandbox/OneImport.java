package dev.airlock.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A module that calls one imported function for ever, with one number for all arguments, and has a page of memory.
 * Signatures are written as {@code (i32, i64) -> i32}.
 */
final class OneImport {
    private static final int I32 = 0x7F;
    private static final int I64 = 0x7E;

    private OneImport() {}

    static byte[] calledForever(String module, String name, String signature, int argument) {
        String[] sides = signature.split(" -> ", -1);
        byte[] parameters = types(sides[0]);
        byte[] results = types(sides[1]);
        Bytes out = new Bytes().add(0, 'a', 's', 'm', 1, 0, 0, 0);
        out.section(
                1, new Bytes().add(2, 0x60).vector(parameters).vector(results).add(0x60, 0, 0));
        out.section(
                2, new Bytes().add(1).vector(utf8(module)).vector(utf8(name)).add(0, 0));
        out.section(3, new Bytes().add(1, 1));
        out.section(5, new Bytes().add(1, 0, 1));
        out.section(7, new Bytes().add(1).vector(utf8("_start")).add(0, 1));
        Bytes body = new Bytes().add(0, 0x03, 0x40);
        for (byte type : parameters) {
            body.add(type == I32 ? 0x41 : 0x42, argument);
        }
        body.add(0x10, 0);
        if (results.length > 0) {
            body.add(0x1A);
        }
        body.add(0x0C, 0, 0x0B, 0x0B);
        out.section(10, new Bytes().add(1).vector(body.toByteArray()));
        return out.toByteArray();
    }

    private static byte[] types(String list) {
        String inner = list.replace("(", "").replace(")", "");
        Bytes types = new Bytes();
        for (String type : inner.isEmpty() ? new String[0] : inner.split(", ")) {
            types.add(type.equals("i32") ? I32 : I64);
        }
        return types.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes under construction; every length fits in one byte. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes add(int... bytes) {
            for (int b : bytes) {
                write(b);
            }
            return this;
        }

        Bytes vector(byte[] bytes) {
            write(bytes.length);
            writeBytes(bytes);
            return this;
        }

        void section(int id, Bytes content) {
            write(id);
            vector(content.toByteArray());
        }
    }
}
