package dev.airlock.upstreams.toml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that an author most likely meant. */
public final class NearestName {
    private NearestName() {}

    /** Returns the known name with the fewest edits from {@code written}, if they are few enough for a typing error. */
    public static Optional<String> to(String written, Collection<String> known) {
        String lower = written.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(name -> edits(lower, name.toLowerCase(Locale.ROOT)) <= Math.max(2, name.length() / 3))
                .min(Comparator.comparingInt(name -> edits(lower, name.toLowerCase(Locale.ROOT))));
    }

    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[to.length()];
    }
}
