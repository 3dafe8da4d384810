package dev.airlock.cli.console;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Everything of the process that the command uses.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param environment the environment's variables
 * @param directory the folder that relative paths start from
 * @param interactive whether a person looks at standard error: colour and progress are shown only then
 * @param secrets asks a person for something secret
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

    /** A path that a person typed, from the folder that relative paths start from. */
    public Path resolve(Path typed) {
        return directory.resolve(typed);
    }

    /** Whether lines may be drawn over: a person looks, and the terminal can do it. */
    public boolean drawn() {
        return interactive && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /** The text in that style if colour is wanted: a terminal that has it, and no {@code NO_COLOR}. */
    public String styled(Style style, String text) {
        boolean plain = !drawn() || !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return plain ? text : "\u001b[" + style.code + "m" + text + "\u001b[0m";
    }
}
