package dev.airlock.cli;

import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.KeyringFile;
import java.io.IOException;
import java.util.List;

/** The user's keyring. */
final class KeyringAccess {
    private KeyringAccess() {}

    static KeyringFile file(Terminal terminal) {
        return new KeyringFile(UserFolders.data(terminal).resolve("keyring.json"));
    }

    /** Who is trusted. */
    static Keyring read(Terminal terminal) {
        try {
            return file(terminal).read();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    static CommandProblem problem(IOException e) {
        return CommandProblem.configuration("The keyring cannot be used. " + FileTrouble.words(e), List.of());
    }
}
