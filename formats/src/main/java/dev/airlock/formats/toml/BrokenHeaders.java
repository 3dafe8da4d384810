package dev.airlock.formats.toml;

import dev.airlock.formats.toml.tree.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The lines of a file under a table header that the TOML parser refused. */
final class BrokenHeaders {
    static final BrokenHeaders NONE = new BrokenHeaders("", List.of());

    private final Set<Integer> shadowed = new HashSet<>();

    BrokenHeaders(String text, List<Position> errors) {
        Set<Integer> errorLines = new HashSet<>();
        errors.forEach(error -> errorLines.add(error.line()));
        if (!errorLines.isEmpty()) {
            markLines(text.split("\n", -1), errorLines);
        }
    }

    private void markLines(String[] lines, Set<Integer> errorLines) {
        boolean broken = false;
        for (int line = 1; line <= lines.length; line++) {
            if (lines[line - 1].stripLeading().startsWith("[")) {
                broken = errorLines.contains(line);
            }
            if (broken) {
                shadowed.add(line);
            }
        }
    }

    boolean shadow(Position at) {
        return shadowed.contains(at.line());
    }
}
