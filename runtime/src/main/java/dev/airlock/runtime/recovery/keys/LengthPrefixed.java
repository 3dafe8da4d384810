package dev.airlock.runtime.recovery.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Several values as one sequence of bytes, each after its length, so that two different lists never give the same bytes. */
final class LengthPrefixed {
    private final List<byte[]> values = new ArrayList<>();

    /** A byte that never occurs in UTF-8. */
    private static final byte NO_UTF_8 = (byte) 0xff;

    LengthPrefixed(String... texts) {
        Arrays.stream(texts).map(LengthPrefixed::bytes).forEach(values::add);
    }

    /**
     * Returns the text in UTF-8. A text with half a surrogate pair, which UTF-8 would replace by a question mark, is written as its code
     * units.
     */
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

    /** Passes the lengths and values to a sink, in order. */
    void feed(Consumer<byte[]> sink) {
        for (byte[] value : values) {
            sink.accept(ByteBuffer.allocate(Long.BYTES).putLong(value.length).array());
            sink.accept(value);
        }
    }
}
