package dev.airlock.runtime.recovery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Several values as one sequence of bytes, each after its length, so that no two lists of values come to the same. */
final class LengthPrefixed {
    private final List<byte[]> values = new ArrayList<>();

    LengthPrefixed(String... texts) {
        Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).forEach(values::add);
    }

    LengthPrefixed and(byte[] value) {
        values.add(value);
        return this;
    }

    /** Hands on lengths and values in order. */
    void feed(Consumer<byte[]> sink) {
        for (byte[] value : values) {
            sink.accept(ByteBuffer.allocate(Long.BYTES).putLong(value.length).array());
            sink.accept(value);
        }
    }
}
