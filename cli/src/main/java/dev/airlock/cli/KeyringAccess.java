package dev.airlock.cli;

import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.KeyringFile;
import dev.airlock.runtime.packages.SignatureCheck;
import dev.airlock.runtime.packages.SignatureForm;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** The user's keyring, and how the command speaks of signatures. */
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
        return CommandProblem.configuration("The keyring cannot be used. " + e.getMessage(), List.of());
    }

    /** What was verified, in words. */
    static String words(SignatureCheck.Verified verified) {
        return "verified ("
                + verified.forms().stream().sorted().map(SignatureForm::word).collect(Collectors.joining(" and "))
                + "), of " + verified.authority() + ", key " + verified.key().fingerprint();
    }
}
