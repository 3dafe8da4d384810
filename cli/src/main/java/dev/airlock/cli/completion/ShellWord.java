package dev.airlock.cli.completion;

import dev.airlock.formats.text.Printable;
import java.util.Optional;

/**
 * A word that may come next on a command line.
 *
 * @param word the word
 * @param about what it is, in a few words; empty if the word says it
 */
record ShellWord(String word, String about) {
    private static final int LONGEST = 70;

    /** Stands for the files of the folder in the shell. */
    static final ShellWord FILES = new ShellWord(":files", "");

    /** Stands for the folders in the shell. */
    static final ShellWord FOLDERS = new ShellWord(":folders", "");

    static ShellWord of(String word) {
        return new ShellWord(word, "");
    }

    /** Returns the candidate if a word can begin with what was typed, and if a shell takes it as one word. */
    Optional<ShellWord> completing(String typed) {
        boolean isDirective = this.equals(FILES) || this.equals(FOLDERS);
        boolean isWord = word.chars().allMatch(c -> c > ' ' && c < 127 && "\"'\\`$&|;<>()*?[]#!".indexOf(c) < 0);
        return isDirective || (isWord && word.startsWith(typed)) ? Optional.of(this) : Optional.empty();
    }

    /** Returns a line for the scripts of the shells: the word, and after a tab what it is. */
    String line() {
        if (about.isEmpty()) {
            return word;
        }
        String text = Printable.of(about);
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST - 1).stripTrailing() + "…" : text;
        return word + "\t" + cut;
    }
}
