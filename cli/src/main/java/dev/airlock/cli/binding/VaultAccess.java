package dev.airlock.cli.binding;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Passphrase;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultUnusableException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Opens the user's vault with a passphrase that is typed or read from a file. */
public final class VaultAccess {
    private static final String WHAT = "the vault";

    private final Terminal terminal;

    /** The vault of the user of that terminal. Opens nothing yet. */
    public VaultAccess(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns whether the vault exists, opened or not. */
    public boolean exists() {
        return Vault.exists(place());
    }

    Path place() {
        return UserFolders.home(terminal).vault();
    }

    /** Opens the existing vault. */
    public Vault open() {
        try {
            if (!exists()) {
                return Vault.open(place(), new char[0]); // throws, because there is none
            }
            char[] passphrase = new Passphrase(terminal, WHAT).ask();
            try {
                return Vault.open(place(), passphrase);
            } finally {
                Arrays.fill(passphrase, '\0');
            }
        } catch (VaultUnusableException e) {
            throw problem(e);
        }
    }

    /** Opens the existing vault, or creates a new one. */
    Vault openOrCreate() {
        if (exists()) {
            return open();
        }
        char[] passphrase = new Passphrase(terminal, "a new vault").askTwice();
        try {
            return Vault.create(place(), passphrase);
        } catch (VaultUnusableException e) {
            throw problem(e);
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    /** Returns the problem that the vault cannot be used, with the action to take. */
    public static CommandProblem problem(VaultUnusableException e) {
        return CommandProblem.configuration(String.valueOf(e.getMessage()), List.of());
    }
}
