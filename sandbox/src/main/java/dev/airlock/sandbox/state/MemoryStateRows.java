package dev.airlock.sandbox.state;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows of one connector in memory, with an undo log for what was not committed. */
final class MemoryStateRows implements StateRows {
    private record Entry(ByteBuffer value, long endsAtMillis) {}

    private record Claimed(Claim claim, long endsAtMillis) {}

    private final Map<ByteBuffer, Entry> entries = new HashMap<>();
    private final Map<ByteBuffer, Claimed> claims = new HashMap<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();

    void removeEnded(long nowMillis) {
        removeAll(entries, entry -> hasEnded(entry.endsAtMillis(), nowMillis));
        removeAll(claims, claimed -> hasEnded(claimed.endsAtMillis(), nowMillis));
    }

    void commit() {
        undo.clear();
    }

    void rollBack() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    @Override
    public Optional<byte[]> value(byte[] key) {
        return Optional.ofNullable(entries.get(ByteBuffer.wrap(key)))
                .map(entry -> entry.value().array().clone());
    }

    @Override
    public void put(byte[] key, byte[] value, long endsAtMillis) {
        set(entries, ByteBuffer.wrap(key.clone()), new Entry(ByteBuffer.wrap(value.clone()), endsAtMillis));
    }

    @Override
    public void remove(byte[] key) {
        set(entries, ByteBuffer.wrap(key), null);
    }

    @Override
    public Optional<Claim> claim(byte[] key) {
        return Optional.ofNullable(claims.get(ByteBuffer.wrap(key))).map(Claimed::claim);
    }

    @Override
    public void claim(byte[] key, String holder, long endsAtMillis) {
        set(claims, ByteBuffer.wrap(key.clone()), new Claimed(new Claim(holder, false), endsAtMillis));
    }

    @Override
    public void release(byte[] key) {
        if (claim(key).filter(claim -> !claim.done()).isPresent()) {
            set(claims, ByteBuffer.wrap(key), null);
        }
    }

    @Override
    public void complete(String holder) {
        for (Map.Entry<ByteBuffer, Claimed> each : List.copyOf(claims.entrySet())) {
            if (each.getValue().claim().holder().equals(holder)) {
                set(
                        claims,
                        each.getKey(),
                        new Claimed(new Claim(holder, true), each.getValue().endsAtMillis()));
            }
        }
    }

    @Override
    public long bytes() {
        long bytes = 0;
        for (Map.Entry<ByteBuffer, Entry> each : entries.entrySet()) {
            bytes += each.getKey().capacity() + each.getValue().value().capacity();
        }
        for (ByteBuffer key : claims.keySet()) {
            bytes += key.capacity();
        }
        return bytes;
    }

    @Override
    public long keys() {
        return (long) entries.size() + claims.size();
    }

    private static boolean hasEnded(long endsAtMillis, long nowMillis) {
        return endsAtMillis != NEVER && endsAtMillis <= nowMillis;
    }

    private <V> void removeAll(Map<ByteBuffer, V> rows, Predicate<V> gone) {
        for (Map.Entry<ByteBuffer, V> each : List.copyOf(rows.entrySet())) {
            if (gone.test(each.getValue())) {
                set(rows, each.getKey(), null);
            }
        }
    }

    private <V> void set(Map<ByteBuffer, V> rows, ByteBuffer key, @Nullable V value) {
        V before = put(rows, key, value);
        undo.push(() -> put(rows, key, before));
    }

    private static <V> @Nullable V put(Map<ByteBuffer, V> rows, ByteBuffer key, @Nullable V value) {
        return value == null ? rows.remove(key) : rows.put(key, value);
    }
}
