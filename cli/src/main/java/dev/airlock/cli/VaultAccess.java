package dev.airlock.cli;

import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultUnusableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The user's vault, and how it is opened: with a passphrase that is typed, or that lies in a file. */
final class VaultAccess {
    private static final String PASSPHRASE_FILE = "AIRLOCK_PASSPHRASE_FILE";

    private final Terminal terminal;

    VaultAccess(Terminal terminal) {
        this.terminal = terminal;
    }

    boolean exists() {
        return Vault.exists(place());
    }

    Path place() {
        return UserFolders.data(terminal).resolve("vault.json");
    }

    /** The vault that is there. */
    Vault open() {
        try {
            if (!exists()) {
                return Vault.open(place(), new char[0]); // says that there is none
            }
            char[] passphrase = passphrase("Passphrase of the vault: ");
            try {
                return Vault.open(place(), passphrase);
            } finally {
                Arrays.fill(passphrase, '\0');
            }
        } catch (VaultUnusableException e) {
            throw problem(e);
        }
    }

    /** The vault that is there, or a new one. */
    Vault openOrCreate() {
        if (exists()) {
            return open();
        }
        char[] passphrase = newPassphrase();
        try {
            return Vault.create(place(), passphrase);
        } catch (VaultUnusableException e) {
            throw problem(e);
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    static CommandProblem problem(VaultUnusableException e) {
        return CommandProblem.configuration(String.valueOf(e.getMessage()), List.of());
    }

    private char[] newPassphrase() {
        char[] passphrase = passphrase("Passphrase of a new vault: ");
        if (file().isEmpty()) {
            char[] again = passphrase("The same again: ");
            boolean same = Arrays.equals(passphrase, again);
            Arrays.fill(again, '\0');
            if (!same) {
                Arrays.fill(passphrase, '\0');
                throw CommandProblem.usage("The two passphrases differ. Nothing was made; run the command again.");
            }
        }
        return passphrase;
    }

    private char[] passphrase(String prompt) {
        char[] passphrase = file().isEmpty()
                ? terminal.secrets().ask(prompt).orElseThrow(VaultAccess::nobodyThere)
                : fromFile(terminal.resolve(Path.of(file())));
        if (passphrase.length == 0) {
            throw CommandProblem.usage("The passphrase is empty.");
        }
        return passphrase;
    }

    private String file() {
        return terminal.environment().getOrDefault(PASSPHRASE_FILE, "");
    }

    /** The file's text, without the line break that editors put at its end. */
    private static char[] fromFile(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The file that " + PASSPHRASE_FILE + " names cannot be read.", List.of());
        }
        byte[] line = SecretInput.withoutLineBreak(bytes);
        CharBuffer chars = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(line));
        char[] passphrase = new char[chars.remaining()];
        chars.get(passphrase);
        Arrays.fill(chars.array(), '\0');
        Arrays.fill(line, (byte) 0);
        Arrays.fill(bytes, (byte) 0);
        return passphrase;
    }

    private static CommandProblem nobodyThere() {
        return CommandProblem.configuration(
                "The vault needs its passphrase, and there is no terminal to ask on. Set " + PASSPHRASE_FILE
                        + " to a file that holds it.",
                List.of());
    }
}
