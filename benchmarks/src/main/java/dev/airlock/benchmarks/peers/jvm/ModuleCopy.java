package dev.airlock.benchmarks.peers.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Modules that do the same and are different ones: each bears a custom section of its own at its end. */
final class ModuleCopy {
    private ModuleCopy() {}

    static byte[] of(byte[] module, int number) {
        byte[] name = ("copy-" + number).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        copy.writeBytes(module);
        copy.write(0);
        copy.write(name.length + 2);
        copy.write(name.length);
        copy.writeBytes(name);
        copy.write(0); // wazero does not take a custom section without content
        return copy.toByteArray();
    }
}
