package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads a passphrase from a person, typed without echo, or from a file that the environment names. The caller wipes it. */
public final class Passphrase {
    private static final String FILE = "AIRLOCK_PASSPHRASE_FILE";

    private final Terminal terminal;
    private final String what;

    /** @param what the thing that the passphrase opens, such as {@code the vault} */
    public Passphrase(Terminal terminal, String what) {
        this.terminal = terminal;
        this.what = what;
    }

    /** Asks for the passphrase, which is not empty. */
    public char[] ask() {
        return ask("Passphrase of " + what + ": ");
    }

    /** Asks for a new passphrase, which must be typed twice. */
    public char[] askTwice() {
        char[] passphrase = ask();
        if (file().isEmpty()) {
            char[] again = ask("Repeat the passphrase: ");
            boolean same = Arrays.equals(passphrase, again);
            Arrays.fill(again, '\0');
            if (!same) {
                Arrays.fill(passphrase, '\0');
                throw CommandProblem.usage("The two passphrases differ. Nothing was created; run the command again.");
            }
        }
        return passphrase;
    }

    private char[] ask(String prompt) {
        char[] passphrase = file().isEmpty()
                ? terminal.secrets().ask(prompt).orElseThrow(this::nobodyThere)
                : fromFile(Path.of(file()));
        if (passphrase.length == 0) {
            throw CommandProblem.usage("The passphrase is empty.");
        }
        return passphrase;
    }

    private String file() {
        return terminal.environment().getOrDefault(FILE, "");
    }

    /** Returns the file's text, without the line break that editors add at its end. */
    private char[] fromFile(Path typed) {
        new SecretFile(terminal, typed).warnIfOthersMayRead();
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(terminal.resolve(typed));
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The file that " + FILE + " names cannot be read. Check that it exists, and its permissions.",
                    List.of());
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

    private CommandProblem nobodyThere() {
        String named = Character.toUpperCase(what.charAt(0)) + what.substring(1);
        return CommandProblem.configuration(
                named + " needs its passphrase, and there is no terminal to ask for it. Set " + FILE
                        + " to a file that holds it.",
                List.of());
    }
}
