package dev.airlock.formats.toml.plain;

import dev.airlock.formats.toml.tree.ContentLines;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads keys and values of {@link PlainToml}. */
final class PlainValues {
    private static final int MOST_NESTING = 32;

    /** The most digits that fit into a {@code long}. */
    private static final int MOST_DIGITS = 18;

    private final TomlCursor cursor;
    private final ContentLines lines;
    private final PlainTexts texts;
    private int nesting;

    PlainValues(TomlCursor cursor, ContentLines lines) {
        this.cursor = cursor;
        this.lines = lines;
        this.texts = new PlainTexts(cursor);
    }

    /** Reads a key and its value into a table that does not have the key yet. */
    void member(Map<String, Located<Object>> table) throws NotPlainException {
        Position at = lines.inFile(cursor.here());
        String key = key();
        cursor.skipBlanks();
        cursor.require('=');
        cursor.skipBlanks();
        if (table.putIfAbsent(key, new Located<>(value(), at)) != null) {
            throw new NotPlainException();
        }
    }

    private String key() throws NotPlainException {
        if (cursor.peek() == '"' || cursor.peek() == '\'') {
            return texts.line();
        }
        String word = cursor.word();
        if (word.isEmpty()) {
            throw new NotPlainException();
        }
        return word;
    }

    private Object value() throws NotPlainException {
        return switch (cursor.peek()) {
            case '"', '\'' -> texts.text();
            case '[' -> list();
            case '{' -> inlineTable();
            default -> word();
        };
    }

    private Object word() throws NotPlainException {
        String word = cursor.word();
        if (word.equals("true") || word.equals("false")) {
            return word.equals("true");
        }
        return cursor.take(".") ? fraction(word, cursor.word()) : (Object) whole(word);
    }

    private static Long whole(String word) throws NotPlainException {
        requireDigits(word);
        if (word.length() > 1 && word.charAt(0) == '0') {
            throw new NotPlainException();
        }
        return Long.valueOf(word);
    }

    private static Double fraction(String whole, String digits) throws NotPlainException {
        whole(whole);
        requireDigits(digits);
        return Double.valueOf(whole + "." + digits);
    }

    private static void requireDigits(String word) throws NotPlainException {
        if (word.isEmpty() || word.length() > MOST_DIGITS) {
            throw new NotPlainException();
        }
        for (int i = 0; i < word.length(); i++) {
            if (!TomlCursor.isDigit(word.charAt(i))) {
                throw new NotPlainException();
            }
        }
    }

    private ListNode list() throws NotPlainException {
        enter();
        List<Located<Object>> elements = new ArrayList<>();
        cursor.require('[');
        cursor.skipLines();
        boolean more = cursor.peek() != ']';
        while (more) {
            Position at = lines.inFile(cursor.here());
            elements.add(new Located<>(value(), at));
            cursor.skipLines();
            boolean separated = cursor.take(",");
            cursor.skipLines();
            more = separated && cursor.peek() != ']';
        }
        cursor.require(']');
        nesting--;
        return new ListNode(elements);
    }

    private TableNode inlineTable() throws NotPlainException {
        enter();
        Map<String, Located<Object>> members = new LinkedHashMap<>();
        cursor.require('{');
        cursor.skipBlanks();
        boolean more = cursor.peek() != '}';
        while (more) {
            member(members);
            cursor.skipBlanks();
            more = cursor.take(",");
            cursor.skipBlanks();
        }
        cursor.require('}');
        nesting--;
        return new TableNode(members);
    }

    private void enter() throws NotPlainException {
        if (++nesting > MOST_NESTING) {
            throw new NotPlainException();
        }
    }
}
