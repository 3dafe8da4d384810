package dev.airlock.formats.toml.plain;

import dev.airlock.formats.toml.tree.Position;

/** A cursor over the characters of a text that knows the place of each. */
final class TomlCursor {
    /** The character after the last one. */
    static final char END = '\0';

    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    TomlCursor(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return at == text.length();
    }

    /** Returns the next character without advancing. */
    char peek() {
        return atEnd() ? END : text.charAt(at);
    }

    /** Returns the next character and advances. */
    char next() {
        char next = peek();
        if (next != END) {
            at++;
        }
        if (next == '\n') {
            line++;
            lineStart = at;
        }
        return next;
    }

    /** Advances past those characters, none of which breaks a line, if they come next. */
    boolean take(String expected) {
        boolean comes = text.startsWith(expected, at);
        if (comes) {
            at += expected.length();
        }
        return comes;
    }

    /**
     * Advances past that character.
     *
     * @throws NotPlainException if another one comes next
     */
    void require(char expected) throws NotPlainException {
        if (next() != expected) {
            throw new NotPlainException();
        }
    }

    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    /** Advances to the end of the line if a comment comes next. */
    void skipComment() {
        if (peek() == '#') {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        }
    }

    /** Advances past white space, line breaks and comments. */
    void skipLines() {
        do {
            skipBlanks();
            skipComment();
        } while (peek() == '\n' && next() == '\n');
    }

    /** Reads the longest run of characters of a bare key. */
    String word() {
        int start = at;
        while (isBare(peek())) {
            at++;
        }
        return text.substring(start, at);
    }

    /** Returns the place of the next character. */
    Position here() {
        return new Position(line, text.codePointCount(lineStart, at) + 1);
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBare(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-';
    }
}
