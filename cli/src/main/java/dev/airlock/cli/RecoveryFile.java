package dev.airlock.cli;

import dev.airlock.runtime.recovery.store.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import java.util.List;

/**
 * The file of this user in which recovery keeps keys, reversals, reviews and circuits. Runs against a script have one of their
 * own: what was done to nobody must not be taken for what was done.
 */
final class RecoveryFile {
    private RecoveryFile() {}

    static SqliteRecoveryStore open(Terminal terminal, boolean scripted) {
        try {
            return SqliteRecoveryStore.open(
                    UserFolders.data(terminal).resolve(scripted ? "recovery-scripted.db" : "recovery.db"));
        } catch (StoreUnavailableException e) {
            throw unusable();
        }
    }

    static CommandProblem unusable() {
        return CommandProblem.configuration(
                "What recovery keeps cannot be read or written. Set AIRLOCK_HOME to a folder of your own, or move"
                        + " recovery.db and recovery-scripted.db away. Without them it is forgotten which keys were used, so a"
                        + " call that is made again under its key may be done twice, and no earlier call can be reversed.",
                List.of());
    }
}
