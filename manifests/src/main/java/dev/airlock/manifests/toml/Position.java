package dev.airlock.manifests.toml;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlPosition;

/**
 * A place in a file; both numbers count from 1.
 *
 * @param line the line
 * @param column the column, in code points
 */
public record Position(int line, int column) implements Comparable<Position> {
    /** The start of the file, where problems with the file as a whole stand. */
    public static final Position START = new Position(1, 1);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    static Position of(@Nullable TomlPosition position, Position otherwise) {
        return position == null ? otherwise : new Position(position.line(), position.column());
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
