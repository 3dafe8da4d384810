package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.FileProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.KeyringFile;
import java.io.IOException;
import java.util.List;

/** Access to the user's keyring. */
public final class KeyringAccess {
    private KeyringAccess() {}

    /** Returns the file of the user's keyring. */
    public static KeyringFile file(Terminal terminal) {
        return KeyringFile.in(UserFolders.data(terminal));
    }

    /** Reads the keyring. */
    public static Keyring read(Terminal terminal) {
        try {
            return file(terminal).read();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Returns the problem that the keyring cannot be used, with the action to take. */
    public static CommandProblem problem(IOException e) {
        return CommandProblem.configuration("The keyring cannot be used. " + FileProblem.words(e), List.of());
    }
}
