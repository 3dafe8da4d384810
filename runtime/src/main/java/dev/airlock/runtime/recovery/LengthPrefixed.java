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

    /** A byte that no UTF-8 has. */
    private static final byte NO_UTF_8 = (byte) 0xff;

    LengthPrefixed(String... texts) {
        Arrays.stream(texts).map(LengthPrefixed::bytes).forEach(values::add);
    }

    /** The text in UTF-8, or, where it has half of a surrogate pair and UTF-8 would put a question mark there, each of its units. */
    private static byte[] bytes(String text) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteBuffer units = ByteBuffer.allocate(1 + 2 * text.length()).put(NO_UTF_8);
        text.chars().forEach(unit -> units.putChar((char) unit));
        return units.array();
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
