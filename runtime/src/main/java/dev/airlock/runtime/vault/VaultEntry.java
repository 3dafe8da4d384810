package dev.airlock.runtime.vault;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One thing in the vault: a description that may be shown, and named secrets that may not. Belongs to one thread; to be closed
 * after use, which overwrites the secrets.
 */
public final class VaultEntry implements AutoCloseable {
    private final String name;
    private final String description;
    private final Map<String, byte[]> secrets = new LinkedHashMap<>();

    /** An entry without secrets. */
    public VaultEntry(String name, String description) {
        this.name = name;
        this.description = description;
    }

    /** Its name, unique in the vault. */
    public String name() {
        return name;
    }

    /** What was said of it, without anything secret. */
    public String description() {
        return description;
    }

    /** Adds a copy of a secret, in the place of one that has that name. */
    public VaultEntry with(String key, byte[] secret) {
        byte[] replaced = secrets.put(key, secret.clone());
        if (replaced != null) {
            Arrays.fill(replaced, (byte) 0);
        }
        return this;
    }

    /** An entry of the same name with copies of the same secrets and another description. */
    public VaultEntry describedAs(String other) {
        VaultEntry copy = new VaultEntry(name, other);
        secrets.forEach(copy::with);
        return copy;
    }

    /** The secret of that name: not a copy, so it is overwritten when the entry is closed. */
    public Optional<byte[]> secret(String key) {
        return Optional.ofNullable(secrets.get(key));
    }

    /** All secrets by name: not copies. */
    Map<String, byte[]> secrets() {
        return secrets;
    }

    /** Overwrites the secrets. */
    @Override
    public void close() {
        secrets.values().forEach(secret -> Arrays.fill(secret, (byte) 0));
        secrets.clear();
    }

    /** The name alone. */
    @Override
    public String toString() {
        return name;
    }
}
