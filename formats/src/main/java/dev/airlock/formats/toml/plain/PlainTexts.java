package dev.airlock.formats.toml.plain;

/** Reads texts of {@link PlainToml}. */
final class PlainTexts {
    private final TomlCursor cursor;

    PlainTexts(TomlCursor cursor) {
        this.cursor = cursor;
    }

    /** Reads a text of one or several lines. */
    String text() throws NotPlainException {
        for (String quotes : new String[] {"\"\"\"", "'''"}) {
            if (cursor.take(quotes)) {
                return lines(quotes);
            }
        }
        return line();
    }

    /** Reads a text on one line. */
    String line() throws NotPlainException {
        char quote = cursor.next();
        StringBuilder text = new StringBuilder();
        while (cursor.peek() != quote) {
            if (cursor.peek() == '\n') {
                throw new NotPlainException();
            }
            character(quote, text);
        }
        cursor.require(quote);
        return text.toString();
    }

    /** Reads a text up to the closing three quotes, without a line break right after the opening ones. */
    private String lines(String quotes) throws NotPlainException {
        char quote = quotes.charAt(0);
        StringBuilder text = new StringBuilder();
        if (cursor.peek() == '\n') {
            cursor.next();
        }
        while (!cursor.take(quotes)) {
            character(quote, text);
        }
        if (cursor.peek() == quote) {
            throw new NotPlainException();
        }
        return text.toString();
    }

    private void character(char quote, StringBuilder text) throws NotPlainException {
        char c = cursor.next();
        if (c == TomlCursor.END) {
            throw new NotPlainException();
        }
        text.append(c == '\\' && quote == '"' ? escaped(cursor.next()) : c);
    }

    private static char escaped(char c) throws NotPlainException {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case '"', '\\' -> c;
            default -> throw new NotPlainException();
        };
    }
}
