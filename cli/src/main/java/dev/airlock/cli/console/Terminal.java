package dev.airlock.cli.console;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The parts of the process that the command uses.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param environment the environment's variables
 * @param directory the folder that relative paths start from
 * @param interactive whether a person sees standard error; only then are colour and progress shown
 * @param secrets asks a person for a secret
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Path directory,
        boolean interactive,
        SecretPrompt secrets) {
    /** Colours of the few words that have one. */
    public enum Style {
        BAD("31"),
        FAINT("2");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /** Resolves a path that a person typed against the directory. */
    public Path resolve(Path typed) {
        return directory.resolve(typed);
    }

    /** Returns whether lines may be redrawn: a person sees them, and the terminal supports it. */
    public boolean drawn() {
        return interactive && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** Returns the text in that style, if the terminal supports colour and {@code NO_COLOR} is not set. */
    public String styled(Style style, String text) {
        boolean plain = !drawn() || !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return plain ? text : "\u001b[" + style.code + "m" + text + "\u001b[0m";
    }
}
