package dev.airlock.upstreams.toml;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The lines of a TOML file that hold more than white space and a comment, with the place of each in the file.
 *
 * <p>The TOML parser's time grows with the cube of the number of consecutive blank lines and comments: a thousand of each take most of a
 * minute. Only whole lines are omitted, so columns stay as they are.
 */
public final class ScriptLines {
    private enum Inside {
        NOTHING,
        TEXT,
        LITERAL
    }

    private final List<String> kept = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private Inside inside = Inside.NOTHING;

    private ScriptLines() {}

    public static ScriptLines of(String text) {
        ScriptLines lines = new ScriptLines();
        String[] all = text.split("\n", -1);
        for (int i = 0; i < all.length; i++) {
            boolean isLast = i == all.length - 1;
            if (isLast || lines.inside != Inside.NOTHING || !isEmpty(all[i])) {
                lines.kept.add(all[i]);
                lines.places.add(i + 1);
                lines.follow(all[i]);
            }
        }
        return lines;
    }

    /** Returns the lines with content, as TOML with the same meaning. */
    public String text() {
        return String.join("\n", kept);
    }

    /** Returns the line in the file of a line of {@link #text()}, both from 1. */
    public int inFile(int line) {
        return places.get(Math.min(line, places.size()) - 1);
    }

    /** Returns the line of the file after that many lines with content, if there is one. */
    public OptionalInt excess(int most) {
        return places.size() <= most ? OptionalInt.empty() : OptionalInt.of(places.get(most));
    }

    private static boolean isEmpty(String line) {
        String content = (line.endsWith("\r") ? line.substring(0, line.length() - 1) : line).replace('\t', ' ');
        String start = content.replaceFirst("^ +", "");
        return start.isEmpty() || (start.startsWith("#") && start.chars().noneMatch(Character::isISOControl));
    }

    private void follow(String line) {
        int i = 0;
        while (i < line.length()) {
            i = switch (inside) {
                case NOTHING -> next(line, i);
                case TEXT -> inMultiLine(line, i, "\"\"\"");
                case LITERAL -> inMultiLine(line, i, "'''");
            };
        }
    }

    private int next(String line, int i) {
        if (line.startsWith("\"\"\"", i)) {
            inside = Inside.TEXT;
            return i + 3;
        }
        if (line.startsWith("'''", i)) {
            inside = Inside.LITERAL;
            return i + 3;
        }
        return switch (line.charAt(i)) {
            case '#' -> line.length();
            case '"' -> afterText(line, i + 1);
            case '\'' -> line.indexOf('\'', i + 1) < 0 ? line.length() : line.indexOf('\'', i + 1) + 1;
            default -> i + 1;
        };
    }

    private static int afterText(String line, int start) {
        int i = start;
        while (i < line.length() && line.charAt(i) != '"') {
            i += line.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    private int inMultiLine(String line, int i, String quotes) {
        if (inside == Inside.TEXT && line.charAt(i) == '\\') {
            return i + 2;
        }
        if (!line.startsWith(quotes, i)) {
            return i + 1;
        }
        inside = Inside.NOTHING;
        int end = i + 3;
        while (end < line.length() && end < i + 5 && line.charAt(end) == quotes.charAt(0)) {
            end++;
        }
        return end;
    }
}
