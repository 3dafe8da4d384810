package dev.airlock.runtime.files;

import java.nio.file.Path;

/**
 * The folder of a user, or of a host, for all that outlives a process, and what each file in it is called. The command and an
 * embedder that name the same folder share what lies there.
 *
 * @param folder the folder; it need not exist
 */
public record Home(Path folder) {
    /** What its owner set for all who use it. */
    public Path settings() {
        return folder.resolve("settings.toml");
    }

    /** The values of the settings of connectors. */
    public Path connectorSettings() {
        return folder.resolve("connector-settings.json");
    }

    /** The audit log. */
    public Path auditLog() {
        return folder.resolve("audit.db");
    }

    /** The key of the log's checkpoints. */
    public Path auditKey() {
        return folder.resolve("audit.key");
    }

    /** The key that is to take that one's place, until it has. */
    public Path nextAuditKey() {
        return folder.resolve("audit.key.next");
    }

    /** The secret under which the keys of tool calls are made. */
    public Path callsKey() {
        return folder.resolve("calls.key");
    }

    /** Keys, conversations, reversals, reviews and circuits. */
    public Path recovery() {
        return folder.resolve("recovery.db");
    }

    /** The same of calls that a script answered: what was done to nobody must not be taken for what was done. */
    public Path scriptedRecovery() {
        return folder.resolve("recovery-scripted.db");
    }

    /** The states of connectors. */
    public Path state() {
        return folder.resolve("state.db");
    }

    /** The key under which compiled code is sealed. */
    public Path codeKey() {
        return folder.resolve("code-cache.key");
    }

    /** Compiled code, which can be made again; {@code folder} is this home, or a folder for what can. */
    public static Path codeIn(Path folder) {
        return folder.resolve("code");
    }

    /** Bindings and their credentials. */
    public Path vault() {
        return folder.resolve("vault.json");
    }

    /** Who is trusted to sign. */
    public Path keyring() {
        return folder.resolve("keyring.json");
    }

    /** Installed connectors. */
    public Path store() {
        return folder.resolve("store");
    }

    /** The user's actions. */
    public Path actions() {
        return folder.resolve("actions");
    }

    /** What was agreed to of each of them. */
    public Path agreedActions() {
        return folder.resolve("agreed");
    }

    /** Recordings of calls. */
    public Path recordings() {
        return folder.resolve("recordings");
    }
}
