package dev.airlock.formats.toml.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a TOML file that hold more than white space and a comment, with the place of each in the file.
 *
 * <p>The TOML parser's time grows with the cube of the number of consecutive blank lines and comments: a thousand of each take most of a
 * minute. Only whole lines are omitted, so columns stay as they are.
 */
public final class ContentLines {
    private enum Inside {
        NOTHING,
        TEXT,
        LITERAL
    }

    private final List<String> kept = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private Inside inside = Inside.NOTHING;

    private ContentLines() {}

    public static ContentLines of(String text) {
        ContentLines lines = new ContentLines();
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

    /** Returns the place in the file of a place in {@link #text()}. */
    public Position inFile(Position position) {
        return new Position(places.get(Math.min(position.line(), places.size()) - 1), position.column());
    }

    /** Returns the place of the first line beyond that many, if there is one. */
    public Optional<Position> excess(int most) {
        return places.size() <= most ? Optional.empty() : Optional.of(new Position(places.get(most), 1));
    }

    private static boolean isEmpty(String line) {
        int end = line.endsWith("\r") ? line.length() - 1 : line.length();
        int start = 0;
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        return start == end || (line.charAt(start) == '#' && isComment(line.substring(start, end)));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isComment(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i)) && text.charAt(i) != '\t') {
                return false;
            }
        }
        return true;
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
