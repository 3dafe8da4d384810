package dev.airlock.upstreams.toml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A TOML table that is read key by key. Adds every problem, with its position, to one list. */
public final class ScriptSection {
    private final String file;
    private final ScriptLines lines;
    private final TomlTable table;
    private final TomlPosition start;
    private final List<ScriptProblem> problems;

    public ScriptSection(
            String file, ScriptLines lines, TomlTable table, TomlPosition start, List<ScriptProblem> problems) {
        this.file = file;
        this.lines = lines;
        this.table = table;
        this.start = start;
        this.problems = problems;
    }

    public int line() {
        return lines.inFile(start.line());
    }

    public Set<String> keys() {
        return table.keySet();
    }

    public boolean has(String key) {
        return table.keySet().contains(key);
    }

    /** Reports each unknown key, with the nearest known one. */
    public void expectOnly(List<String> known) {
        for (String key : keys()) {
            if (!known.contains(key)) {
                String listed = String.join(", ", known);
                problem(
                        key,
                        "unknown key \"" + PrintableText.text(key) + "\"",
                        NearestName.to(key, known)
                                .map(near -> "the nearest known key is \"" + near + "\"")
                                .orElse("known keys here are " + listed));
            }
        }
    }

    public Optional<String> text(String key) {
        return text(key, "put the value in quotes");
    }

    public Optional<String> text(String key, String right) {
        Object value = value(key);
        if (value instanceof String text) {
            return Optional.of(text);
        }
        if (value != null) {
            problem(key, "\"" + PrintableText.text(key) + "\" is not a string", right);
        }
        return Optional.empty();
    }

    public OptionalLong integer(String key, String example) {
        Object value = value(key);
        if (value instanceof Long number) {
            return OptionalLong.of(number);
        }
        if (value != null) {
            problem(key, "\"" + key + "\" is not an integer", "write a plain number, such as " + example);
        }
        return OptionalLong.empty();
    }

    public Optional<ScriptSection> section(String key, String example) {
        Object value = value(key);
        if (value instanceof TomlTable inner) {
            return Optional.of(new ScriptSection(file, lines, inner, position(key), problems));
        }
        if (value != null) {
            problem(key, "\"" + key + "\" is not a table", "write " + key + " = " + example);
        }
        return Optional.empty();
    }

    /** Returns the tables of an array of tables. */
    public List<ScriptSection> sections(String key) {
        Object value = value(key);
        List<ScriptSection> found = new ArrayList<>();
        if (value instanceof TomlArray array) {
            for (int index = 0; index < array.size(); index++) {
                TomlPosition at = array.inputPositionOf(index);
                if (array.get(index) instanceof TomlTable inner) {
                    found.add(new ScriptSection(file, lines, inner, at == null ? start : at, problems));
                } else {
                    add(at, "\"" + key + "\" holds something that is not a table", "write [[" + key + "]]");
                }
            }
        } else if (value != null) {
            problem(key, "\"" + key + "\" is not a list of tables", "write [[" + key + "]] with double brackets");
        }
        return found;
    }

    /** Returns one string, or a list of strings. */
    public Optional<List<String>> texts(String key) {
        Object value = value(key);
        if (value instanceof String text) {
            return Optional.of(List.of(text));
        }
        if (value instanceof TomlArray array && array.toList().stream().allMatch(String.class::isInstance)) {
            return Optional.of(array.toList().stream().map(String.class::cast).toList());
        }
        problem(
                key,
                "\"" + PrintableText.text(key) + "\" is neither a string nor a list of strings",
                "put the value in quotes");
        return Optional.empty();
    }

    public void problem(String key, String wrong, String right) {
        add(position(key), wrong, right);
    }

    /** Adds a problem with the whole section. */
    public void problem(String wrong, String right) {
        add(start, wrong, right);
    }

    private void add(@Nullable TomlPosition at, String wrong, String right) {
        TomlPosition place = at == null ? start : at;
        problems.add(new ScriptProblem(file, lines.inFile(place.line()), place.column(), wrong, right));
    }

    private @Nullable Object value(String key) {
        return table.get(List.of(key));
    }

    private TomlPosition position(String key) {
        TomlPosition at = table.inputPositionOf(List.of(key));
        return at == null ? start : at;
    }
}
