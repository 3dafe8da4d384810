package dev.airlock.manifests.parsing;

/**
 * Something wrong in a file, with its place, and what would be right.
 *
 * <p>Line and column count from 1; a column counts characters (Unicode code points), a tab is one. A problem with a file
 * as a whole stands at 1:1. All text is printable: what came out of the file is escaped.
 *
 * @param file the file's name, without the path to it
 * @param line the line of the offending key or value
 * @param column the column of the offending key or value
 * @param what what is wrong, a phrase without a full stop
 * @param right what would be right, a phrase without a full stop
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

    /** What is wrong and what would be right, without the place. */
    public String message() {
        return what + "; " + right;
    }

    /** The whole problem on one line: {@code manifest.toml:12:9: what; right}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message();
    }
}
