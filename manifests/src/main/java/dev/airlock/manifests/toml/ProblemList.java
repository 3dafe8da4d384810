package dev.airlock.manifests.toml;

import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.manifests.parsing.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The problems of one file, in the order of their places.
 *
 * <p>Once the TOML itself is broken, what seems to be missing may only be unreadable, and what follows a broken table header
 * may belong to another table: neither is reported.
 */
public final class ProblemList {
    private record Entry(Position at, String what, String right) {}

    private final String file;
    private final List<Entry> syntax = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    private BrokenHeaders broken = BrokenHeaders.NONE;

    ProblemList(String file) {
        this.file = file;
    }

    /** From now on, says nothing about what stands under a header that the TOML parser could not take. */
    void shadowBrokenHeaders(String text) {
        broken = new BrokenHeaders(text, syntax.stream().map(Entry::at).toList());
    }

    void addSyntax(Position at, String what, String right) {
        syntax.add(new Entry(at, what, right));
    }

    /** Adds what is wrong with something that is there. */
    public void add(Position at, String what, String right) {
        if (!broken.shadow(at)) {
            entries.add(new Entry(at, what, right));
        }
    }

    /** Adds what is wrong because something else is not there. */
    public void addMissing(Position at, String what, String right) {
        if (syntax.isEmpty()) {
            add(at, what, right);
        }
    }

    /** The value, or nothing and a problem at that place. */
    public <T> Optional<T> check(Position at, Parsed<T> parsed) {
        if (parsed instanceof Parsed.Wrong<T> wrong) {
            add(at, wrong.what(), wrong.right());
        }
        return parsed.optional();
    }

    /** All problems, first those that stand first in the file. */
    public List<Problem> sorted() {
        List<Entry> all = new ArrayList<>(syntax);
        all.addAll(entries);
        all.sort(Comparator.comparing(Entry::at));
        return all.stream()
                .map(entry -> new Problem(file, entry.at.line(), entry.at.column(), entry.what, entry.right))
                .toList();
    }
}
