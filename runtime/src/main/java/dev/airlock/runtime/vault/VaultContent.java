package dev.airlock.runtime.vault;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All entries of a vault, decrypted. Confined to one thread. Close it after use, which overwrites all its secrets. */
public final class VaultContent implements AutoCloseable {
    private static final int COUNT = Integer.BYTES;

    private final Map<String, VaultEntry> entries = new TreeMap<>();

    VaultContent() {}

    /** Returns all entries by name. They belong to this object and are wiped with it. */
    public List<VaultEntry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns the entry with a name. It belongs to this object and is wiped with it. */
    public Optional<VaultEntry> entry(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Adds an entry. Replaces and wipes one with the same name. The entry belongs to this object from now on. */
    public void put(VaultEntry entry) {
        VaultEntry replaced = entries.put(entry.name(), entry);
        if (replaced != null && replaced != entry) {
            replaced.close();
        }
    }

    /** Removes an entry and wipes it. Returns whether there was one. */
    public boolean remove(String name) {
        VaultEntry removed = entries.remove(name);
        if (removed != null) {
            removed.close();
        }
        return removed != null;
    }

    /** Overwrites all secrets. */
    @Override
    public void close() {
        entries.values().forEach(VaultEntry::close);
        entries.clear();
    }

    /** Returns the contents as bytes, which the caller wipes. */
    byte[] encoded() {
        ByteBuffer out = ByteBuffer.allocate(size());
        out.putInt(entries.size());
        for (VaultEntry entry : entries.values()) {
            put(out, utf8(entry.name()));
            put(out, utf8(entry.description()));
            out.putInt(entry.secrets().size());
            entry.secrets().forEach((key, secret) -> {
                put(out, utf8(key));
                put(out, secret);
            });
        }
        return out.array();
    }

    /**
     * Reads the contents that {@link #encoded} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static VaultContent decoded(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        VaultContent content = new VaultContent();
        try {
            for (int left = in.getInt(); left > 0; left--) {
                VaultEntry entry = new VaultEntry(text(in), text(in));
                for (int secrets = in.getInt(); secrets > 0; secrets--) {
                    String key = text(in);
                    byte[] secret = take(in);
                    entry.with(key, secret);
                    Arrays.fill(secret, (byte) 0);
                }
                content.put(entry);
            }
        } catch (BufferUnderflowException e) {
            content.close();
            throw new IllegalArgumentException("the content ends too early", e);
        }
        return content;
    }

    private int size() {
        int size = COUNT;
        for (VaultEntry entry : entries.values()) {
            size += 3 * COUNT + utf8(entry.name()).length + utf8(entry.description()).length;
            for (Map.Entry<String, byte[]> secret : entry.secrets().entrySet()) {
                size += 2 * COUNT + utf8(secret.getKey()).length + secret.getValue().length;
            }
        }
        return size;
    }

    private static void put(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static byte[] take(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in) {
        return new String(take(in), StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
