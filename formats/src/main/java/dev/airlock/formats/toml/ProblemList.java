package dev.airlock.formats.toml;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.tree.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The problems of one file, in the order of their places.
 *
 * <p>If the TOML itself is broken, a missing key may only be unreadable, and the lines after a broken table header may belong to another
 * table. Neither is reported.
 */
public final class ProblemList {
    private record Entry(Position at, String what, String right) {}

    private final String file;
    private final List<Entry> syntax = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    private BrokenHeaders broken = BrokenHeaders.NONE;

    public ProblemList(String file) {
        this.file = file;
    }

    /** Suppresses, from now on, problems with lines under a header that the TOML parser refused. */
    void shadowBrokenHeaders(String text) {
        broken = new BrokenHeaders(text, syntax.stream().map(Entry::at).toList());
    }

    void addSyntax(Position at, String what, String right) {
        syntax.add(new Entry(at, what, right));
    }

    /** Adds a problem with something that is present. */
    public void add(Position at, String what, String right) {
        if (!broken.shadow(at)) {
            entries.add(new Entry(at, what, right));
        }
    }

    /** Adds a problem with something that is missing. */
    public void addMissing(Position at, String what, String right) {
        if (syntax.isEmpty()) {
            add(at, what, right);
        }
    }

    /** Returns the value, if it is valid. Otherwise adds the problem at that place. */
    public <T> Optional<T> check(Position at, Parsed<T> parsed) {
        if (parsed instanceof Parsed.Wrong<T> wrong) {
            add(at, wrong.what(), wrong.right());
        }
        return parsed.optional();
    }

    /** Returns all problems in the order of the file. */
    public List<Problem> sorted() {
        List<Entry> all = new ArrayList<>(syntax);
        all.addAll(entries);
        all.sort(Comparator.comparing(Entry::at));
        return all.stream()
                .map(entry -> new Problem(file, entry.at.line(), entry.at.column(), entry.what, entry.right))
                .toList();
    }
}
