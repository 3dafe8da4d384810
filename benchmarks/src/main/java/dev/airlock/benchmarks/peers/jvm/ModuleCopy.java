package dev.airlock.benchmarks.peers.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Creates different modules with the same behaviour: each has its own custom section at its end. */
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
        copy.write(0); // wazero refuses a custom section without content
        return copy.toByteArray();
    }
}
