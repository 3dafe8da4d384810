package dev.airlock.formats.toml.tree;

import java.util.Comparator;

/**
 * A place in a file; both numbers count from 1.
 *
 * @param line the line
 * @param column the column, in code points
 */
public record Position(int line, int column) implements Comparable<Position> {
    /** The start of the file, which is the place of problems with the whole file. */
    public static final Position START = new Position(1, 1);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
