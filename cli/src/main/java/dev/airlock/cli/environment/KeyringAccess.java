package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.FileTrouble;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.KeyringFile;
import java.io.IOException;
import java.util.List;

/** The user's keyring. */
public final class KeyringAccess {
    private KeyringAccess() {}

    /** Where the user's keyring is kept. */
    public static KeyringFile file(Terminal terminal) {
        return KeyringFile.in(UserFolders.data(terminal));
    }

    /** Who is trusted. */
    public static Keyring read(Terminal terminal) {
        try {
            return file(terminal).read();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** Why the keyring cannot be used, and what to do. */
    public static CommandProblem problem(IOException e) {
        return CommandProblem.configuration("The keyring cannot be used. " + FileTrouble.words(e), List.of());
    }
}
