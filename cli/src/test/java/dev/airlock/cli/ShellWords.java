package dev.airlock.cli;

import java.util.ArrayList;
import java.util.List;

/** Splits a command line as a shell does, as far as documentation needs it: quotes, backslashes, continued lines. */
public final class ShellWords {
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean started;

    private ShellWords() {}

    public static List<String> of(String line) {
        ShellWords splitting = new ShellWords();
        splitting.read(line);
        return splitting.words;
    }

    private void read(String line) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quote != '\'') {
                i++;
                if (line.charAt(i) != '\n') {
                    add(line.charAt(i));
                }
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
                started = true;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                end();
            } else {
                add(c);
            }
        }
        end();
    }

    private void add(char c) {
        word.append(c);
        started = true;
    }

    private void end() {
        if (started) {
            words.add(word.toString());
        }
        word.setLength(0);
        started = false;
    }
}
