package dev.airlock.cli;

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
 */
record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Path directory,
        boolean interactive) {
    /** Colours of the few words that have one. */
    enum Style {
        GOOD("32"),
        BAD("31"),
        FAINT("2"),
        BOLD("1");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /** A path that a person typed, from the folder that relative paths start from. */
    Path resolve(Path typed) {
        return directory.resolve(typed);
    }

    /** The text in that style if colour is wanted: a terminal, no {@code NO_COLOR}, no {@code TERM=dumb}. */
    String styled(Style style, String text) {
        boolean plain = !interactive
                || !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return plain ? text : "\u001b[" + style.code + "m" + text + "\u001b[0m";
    }
}
