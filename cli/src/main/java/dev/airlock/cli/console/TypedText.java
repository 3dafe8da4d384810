package dev.airlock.cli.console;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Looks whether a text came to the command as it was typed. Java decodes what a process is given in the encoding of its locale, and puts
 * U+FFFD in the place of what that does not have: sent on, it would be another text, so it is refused. Thread-safe.
 */
public final class TypedText {
    private static final char LOST = '\uFFFD';

    private TypedText() {}

    /**
     * Refuses the words of a command of which something was lost, and a folder whose name was.
     *
     * @throws CommandProblem that says which word, and what to do
     */
    public static void requireWhole(List<String> words, Path directory) {
        int[] lost = IntStream.range(0, words.size())
                .filter(i -> isLost(words.get(i)))
                .toArray();
        if (lost.length > 0) {
            throw lost("Word " + (lost[0] + 1) + " of the command", "Nothing was done.");
        }
        if (isLost(directory.toString())) {
            throw lost("The name of the current folder", "Nothing was done.");
        }
    }

    /**
     * Refuses a text of which something was lost.
     *
     * @param what it is, at the beginning of a sentence; the text itself may be secret
     * @param then what that means, as a sentence
     * @return the text
     */
    public static String requireWhole(String text, String what, String then) {
        if (isLost(text)) {
            throw lost(what, then);
        }
        return text;
    }

    /** The same of what was typed at a terminal and is secret: it is wiped, and never becomes a text. */
    static char[] requireWhole(char[] typed) {
        for (char c : typed) {
            if (c == LOST) {
                Arrays.fill(typed, '\0');
                throw lost("The typed text", "Nothing was changed.");
            }
        }
        return typed;
    }

    private static boolean isLost(String text) {
        return text.indexOf(LOST) >= 0;
    }

    private static CommandProblem lost(String what, String then) {
        return CommandProblem.usage(what + " has characters that Java cannot read in this locale (encoding "
                + System.getProperty("sun.jnu.encoding", "unknown") + "). " + then
                + " Set a UTF-8 locale, for instance LC_ALL=C.UTF-8, or give arguments in a file, --args @FILE.");
    }
}
