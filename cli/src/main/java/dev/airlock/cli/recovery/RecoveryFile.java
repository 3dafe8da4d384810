package dev.airlock.cli.recovery;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.UserDatabase;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The file of this user in which recovery stores keys, reversals, reviews and circuits. Runs against a script have a separate file, so that
 * their simulated effects are never taken for real ones.
 */
public final class RecoveryFile {
    private RecoveryFile() {}

    /** Opens the user's store, which may be in a shared database, or that of scripted runs, which never is. */
    public static RecoveryStore open(Terminal terminal, boolean scripted) {
        Optional<SharedDatabase> shared = scripted ? Optional.empty() : UserDatabase.of(terminal);
        try {
            return shared.isPresent() ? shared.get().recovery() : SqliteRecoveryStore.open(at(terminal, scripted));
        } catch (StoreUnavailableException e) {
            throw unusable(e);
        }
    }

    /** Returns the file of the user's store, or of that of scripted runs. */
    private static Path at(Terminal terminal, boolean scripted) {
        Home home = UserFolders.home(terminal);
        return scripted ? home.scriptedRecovery() : home.recovery();
    }

    /**
     * Returns the problem and the action to take. Only a damaged file should be moved away, because moving it loses the record of past
     * calls.
     */
    public static CommandProblem unusable(StoreUnavailableException e) {
        if (e.isElsewhere()) {
            return problem(e.sentences());
        }
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

    /** Returns the problem of a damaged file. */
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
