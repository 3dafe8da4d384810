package dev.airlock.cli.console;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Checks that a text reached the command as it was typed. Java decodes a process's input in the encoding of its locale, and replaces other
 * characters with U+FFFD. Such a text is refused, because it would be sent changed. Thread-safe.
 */
public final class TypedText {
    private static final char LOST = '\uFFFD';

    private TypedText() {}

    /**
     * Refuses the words of a command, and a folder's name, if characters of them were lost.
     *
     * @throws CommandProblem that gives the word and the action to take
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
     * Refuses a text if characters of it were lost.
     *
     * @param what the kind of text, at the beginning of a sentence; the text itself may be secret
     * @param then the consequence, as a sentence
     * @return the text
     */
    public static String requireWhole(String text, String what, String then) {
        if (isLost(text)) {
            throw lost(what, then);
        }
        return text;
    }

    /** Does the same for a secret that was typed at a terminal. Wipes it if it is refused, and never turns it into a String. */
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
