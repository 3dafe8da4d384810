package dev.airlock.runtime.vault;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of the vault: a description that may be shown, and named secrets that may not. Confined to one thread. Close it after use,
 * which overwrites the secrets.
 */
public final class VaultEntry implements AutoCloseable {
    private final String name;
    private final String description;
    private final Map<String, byte[]> secrets = new LinkedHashMap<>();

    /** Creates an entry without secrets. */
    public VaultEntry(String name, String description) {
        this.name = name;
        this.description = description;
    }

    /** Returns its name, unique in the vault. */
    public String name() {
        return name;
    }

    /** Returns its description, without secrets. */
    public String description() {
        return description;
    }

    /** Adds a copy of a secret. Replaces one with the same name. */
    public VaultEntry with(String key, byte[] secret) {
        byte[] replaced = secrets.put(key, secret.clone());
        if (replaced != null) {
            Arrays.fill(replaced, (byte) 0);
        }
        return this;
    }

    /** Returns an entry with the same name, copies of the same secrets, and another description. */
    public VaultEntry describedAs(String other) {
        VaultEntry copy = new VaultEntry(name, other);
        secrets.forEach(copy::with);
        return copy;
    }

    /** Returns the secret with a name. It is not a copy, so closing the entry overwrites it. */
    public Optional<byte[]> secret(String key) {
        return Optional.ofNullable(secrets.get(key));
    }

    /** Returns all secrets by name. They are not copies. */
    Map<String, byte[]> secrets() {
        return secrets;
    }

    /** Overwrites the secrets. */
    @Override
    public void close() {
        secrets.values().forEach(secret -> Arrays.fill(secret, (byte) 0));
        secrets.clear();
    }

    /** Returns the name alone. */
    @Override
    public String toString() {
        return name;
    }
}
