package dev.airlock.runtime.files;

import java.nio.file.Path;

/**
 * The folder of a user or a host for everything that outlives a process, with the name of each file. The command and an embedder that use
 * the same folder share its files.
 *
 * @param folder the folder; it need not exist
 */
public record Home(Path folder) {
    /** Returns the file of the owner's settings for all users of the home. */
    public Path settings() {
        return folder.resolve("settings.toml");
    }

    /** Returns the file of connectors' settings. */
    public Path connectorSettings() {
        return folder.resolve("connector-settings.json");
    }

    /** Returns the file of the audit log. */
    public Path auditLog() {
        return folder.resolve("audit.db");
    }

    /** Returns the file of the key for the log's checkpoints. */
    public Path auditKey() {
        return folder.resolve("audit.key");
    }

    /** Returns the file of the next checkpoint key, until it replaces the present one. */
    public Path nextAuditKey() {
        return folder.resolve("audit.key.next");
    }

    /** Returns the file of the secret for the keys of tool calls. */
    public Path callsKey() {
        return folder.resolve("calls.key");
    }

    /** Returns the file of keys, conversations, reversals, reviews and circuits. */
    public Path recovery() {
        return folder.resolve("recovery.db");
    }

    /** Returns the recovery file of calls that a script answered. It is separate, because their effects are not real. */
    public Path scriptedRecovery() {
        return folder.resolve("recovery-scripted.db");
    }

    /** Returns the file of connectors' states. */
    public Path state() {
        return folder.resolve("state.db");
    }

    /** Returns the file of the key that seals compiled code. */
    public Path codeKey() {
        return folder.resolve("code-cache.key");
    }

    /** Returns the folder of compiled code, which is disposable. {@code folder} is this home, or a folder for disposable files. */
    public static Path codeIn(Path folder) {
        return folder.resolve("code");
    }

    /** Returns the file of bindings and their credentials. */
    public Path vault() {
        return folder.resolve("vault.json");
    }

    /** Returns the file of the trusted keys. */
    public Path keyring() {
        return folder.resolve("keyring.json");
    }

    /** Returns the folder of installed connectors. */
    public Path store() {
        return folder.resolve("store");
    }

    /** Returns the folder of the user's actions. */
    public Path actions() {
        return folder.resolve("actions");
    }

    /** Returns the folder of the action texts that the user agreed to. */
    public Path agreedActions() {
        return folder.resolve("agreed");
    }

    /** Returns the folder of recordings. */
    public Path recordings() {
        return folder.resolve("recordings");
    }

    /** Returns the folder of agreements to build connectors, one file for each connector's folder. */
    public Path builds() {
        return folder.resolve("builds");
    }
}
