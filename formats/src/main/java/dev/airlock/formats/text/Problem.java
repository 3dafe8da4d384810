package dev.airlock.formats.text;

/**
 * A problem in a file, with its place and its correction.
 *
 * <p>Line and column count from 1; a column counts characters (Unicode code points), and a tab is one. A problem with a whole file has the
 * place 1:1. All text is printable, because text from the file is escaped.
 *
 * @param file the file's name, without the path to it
 * @param line the line of the offending key or value
 * @param column the column of the offending key or value
 * @param what the problem, a phrase without a full stop
 * @param right the correction, a phrase without a full stop
 */
public record Problem(String file, int line, int column, String what, String right) {
    /** Makes all text printable. */
    public Problem {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("lines and columns count from 1, not " + line + ":" + column);
        }
        file = Printable.of(file);
        what = Printable.of(what);
        right = Printable.of(right);
    }

    /** Returns the problem and its correction, without the place. */
    public String message() {
        return what + "; " + right;
    }

    /** Returns the whole problem on one line: {@code manifest.toml:12:9: what; right}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message();
    }
}
