package dev.airlock.cli.recovery;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.recovery.store.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file of this user in which recovery keeps keys, reversals, reviews and circuits. Runs against a script have one of their
 * own: what was done to nobody must not be taken for what was done.
 */
public final class RecoveryFile {
    private RecoveryFile() {}

    /** The user's store, or that of scripted runs. */
    public static SqliteRecoveryStore open(Terminal terminal, boolean scripted) {
        try {
            return SqliteRecoveryStore.open(at(terminal, scripted));
        } catch (StoreUnavailableException e) {
            throw unusable(e);
        }
    }

    /** Where the user's store is, or that of scripted runs. */
    private static Path at(Terminal terminal, boolean scripted) {
        Home home = UserFolders.home(terminal);
        return scripted ? home.scriptedRecovery() : home.recovery();
    }

    /** What is wrong with it and what helps. Only what is damaged is to be moved away, since moving it forgets what was done. */
    public static CommandProblem unusable(StoreUnavailableException e) {
        return switch (e.trouble()) {
            case BUSY -> problem("Recovery's database is locked by another process. Try again in a moment.");
            case FULL ->
                problem(
                        "Recovery's database cannot be written: the disk is full. Make room on the disk of AIRLOCK_HOME, then try"
                                + " again.");
            case DAMAGED -> damaged();
            case OTHER ->
                problem(
                        "Recovery's database cannot be read or written. Make sure that you own recovery.db and its folder,"
                                + " or set AIRLOCK_HOME to a folder of your own.");
        };
    }

    /** Something in it is not as it was written. */
    static CommandProblem damaged() {
        return problem(
                "Recovery's database cannot be read or written. Move recovery.db and recovery-scripted.db away, or restore"
                        + " copies. Without them Airlock no longer knows which keys were used, so a call that is repeated under"
                        + " its key may be done twice, and no earlier call can be reversed.");
    }

    private static CommandProblem problem(String message) {
        return CommandProblem.configuration(message, List.of());
    }
}
