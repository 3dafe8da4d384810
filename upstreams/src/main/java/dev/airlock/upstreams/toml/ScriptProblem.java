package dev.airlock.upstreams.toml;

/**
 * A problem with a script.
 *
 * @param file the script
 * @param line the line, from 1
 * @param column the column, from 1
 * @param wrong the problem
 * @param right the correction
 */
public record ScriptProblem(String file, int line, int column, String wrong, String right) {
    /** Returns the problem on one line: {@code file:line:column: problem; correction}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + wrong + "; " + right;
    }
}
