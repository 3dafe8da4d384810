package dev.airlock.cli.audit;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.ResourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The words that Airlock prints and their meanings, from the tables of the published documents in the jar. So the command and the documents
 * always agree.
 */
final class Glossary {
    private static final List<String> DOCUMENTS = List.of(
            "failures.md",
            "reasons.md",
            "limits.md",
            "failure-classes.md",
            "words.md",
            "network.md",
            "audit.md",
            "conformance.md");

    /** A word: also that of a check, such as {@code retry.one-effect}. */
    private static final Pattern WORD = Pattern.compile("`([a-z0-9_]+(?:\\.[a-z-]+)?)`");

    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    /**
     * The entry for a word in a table, or in several whose words are of one kind.
     *
     * @param kind the kind of word, from the title of the table's first column
     * @param says the texts of the other columns, by their titles, table by table
     */
    record Meaning(String kind, Map<String, String> says) {
        /** Copies the map, in its order. */
        Meaning {
            says = new LinkedHashMap<>(says);
        }
    }

    /** The words, for completion. */
    static final class Words implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return read().all().iterator();
        }
    }

    private final Map<String, List<Meaning>> words = new LinkedHashMap<>();

    private Glossary() {}

    /** Returns the glossary of this version. */
    static Glossary read() {
        Glossary glossary = new Glossary();
        DOCUMENTS.forEach(
                document -> glossary.add(ResourceText.of(Glossary.class, "/dev/airlock/cli/words/" + document)));
        return glossary;
    }

    private void add(String markdown) {
        List<String> titles = List.of();
        for (String line : markdown.lines().toList()) {
            if (!line.startsWith("|")) {
                titles = List.of();
            } else if (titles.isEmpty()) {
                titles = cells(line);
            } else if (!line.startsWith("|---")) {
                addRow(titles, cells(line));
            }
        }
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|", -1)) {
            cells.add(LINK.matcher(cell.strip()).replaceAll("$1"));
        }
        return cells;
    }

    private void addRow(List<String> titles, List<String> cells) {
        Map<String, String> says = new LinkedHashMap<>();
        for (int i = 1; i < Math.min(titles.size(), cells.size()); i++) {
            says.put(plain(titles.get(i)), plain(cells.get(i)));
        }
        String[] parts = cells.get(0).split("(?= with `\\w+` = `)", 2);
        String qualifier = parts[0].contains("(") ? " " + parts[0].replaceAll(".*(\\(.*\\)).*", "$1") : "";
        List<String> named = codes(parts[0]);
        named.forEach(
                word -> add(word, kind(titles.get(0)) + qualifier + (parts.length > 1 ? plain(parts[1]) : ""), says));
        if (parts.length > 1) {
            List<String> field = codes(parts[1]); // such as limit and host_busy
            add(field.get(1), field.get(0) + " of " + named.get(0), says);
        }
    }

    private static List<String> codes(String cell) {
        return WORD.matcher(cell).results().map(word -> word.group(1)).toList();
    }

    private void add(String word, String kind, Map<String, String> says) {
        List<Meaning> meanings = words.computeIfAbsent(word, unseen -> new ArrayList<>());
        meanings.stream()
                .filter(known -> known.kind().equals(kind)
                        && Collections.disjoint(known.says().keySet(), says.keySet()))
                .findFirst()
                .ifPresentOrElse(known -> known.says().putAll(says), () -> meanings.add(new Meaning(kind, says)));
    }

    /** Returns the kind of a table's words. The first table of limits and the tables of fields have special titles. */
    private static String kind(String title) {
        return switch (plain(title)) {
            case "name" -> "limit";
            case "id" -> "check";
            case "details.trap" -> "trap";
            default -> plain(title);
        };
    }

    private static String plain(String cell) {
        return cell.replace("`", "").replaceAll("(?<![a-z])\\*|\\*(?![a-z])", "");
    }

    /** Returns the meanings of a word, one for each kind; empty if no table has it. */
    List<Meaning> meanings(String word) {
        return words.getOrDefault(word, List.of());
    }

    /** Returns all words, sorted. */
    List<String> all() {
        return List.copyOf(new TreeSet<>(words.keySet()));
    }

    /** Returns the nearest word, if one is near. */
    Optional<String> nearest(String word) {
        return Nearest.to(word, all());
    }
}
