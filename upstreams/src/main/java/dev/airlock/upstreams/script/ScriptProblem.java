package dev.airlock.upstreams.script;

/**
 * One thing wrong with a script.
 *
 * @param file the script
 * @param line the line, from 1
 * @param column the column, from 1
 * @param wrong what is wrong
 * @param right what would be right
 */
public record ScriptProblem(String file, int line, int column, String wrong, String right) {
    /** The problem as one line: {@code file:line:column: what is wrong; what would be right}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + wrong + "; " + right;
    }
}
