package dev.airlock.formats.toml;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One table of a file, with typed access to its keys and problems that have a place.
 *
 * <p>An absent key is an empty Optional. A key with a value of the wrong type is also an empty Optional, and is reported.
 */
public final class Section {
    private final TableNode table;
    private final Position at;
    private final String name;
    private final ProblemList problems;

    Section(TableNode table, Position at, String name, ProblemList problems) {
        this.table = table;
        this.at = at;
        this.name = name;
        this.problems = problems;
    }

    /** Returns the place of the table's header, or of its key if it is an inline table. */
    public Position at() {
        return at;
    }

    /** Returns the place of a key, or of the table if the key is absent. */
    public Position at(String key) {
        @Nullable Located<Object> member = table.members().get(key);
        return member == null ? at : member.at();
    }

    /** Returns whether the key is present, whatever its value. */
    public boolean has(String key) {
        return table.members().containsKey(key);
    }

    /** Returns the keys of the table, sorted by their places. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>(table.members().keySet());
        keys.sort((a, b) -> at(a).compareTo(at(b)));
        return keys;
    }

    /** Reports every unknown key, with the nearest known one. */
    public void allow(List<String> known) {
        allow(known, Map.of());
    }

    /** Does the same, and refuses some keys with their own reason. */
    public void allow(List<String> known, Map<String, String> refused) {
        for (String key : keys()) {
            @Nullable String reason = refused.get(key);
            if (reason != null) {
                problem(key, Printable.quoted(key) + " in " + name + " is refused: " + reason, "leave it out");
            } else if (!known.contains(key)) {
                String right = Nearest.to(key, known)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("known keys are " + String.join(", ", known));
                problem(key, "unknown key " + Printable.quoted(key) + " in " + name, right);
            }
        }
    }

    /** Reports a problem with a key that is present. */
    public void problem(String key, String what, String right) {
        problems.add(at(key), what, right);
    }

    /** Reports a key that names something that is missing. */
    public void dangling(String key, String what, String right) {
        problems.addMissing(at(key), what, right);
    }

    /** Reports, at the table's place, a required key that is absent. */
    public void require(String key, String example) {
        if (!has(key)) {
            problems.addMissing(at, name + " has no " + key, "add " + example);
        }
    }

    /** Returns a text that is not empty and can be shown on one line. */
    public Optional<String> line(String key) {
        return value(key, String.class, "text").flatMap(text -> checkedLine(key, text, at(key)));
    }

    /** Returns the text of a key without checking or reporting it. */
    public Optional<String> rawText(String key) {
        return any(key).map(value -> value instanceof String text ? text : "").filter(text -> !text.isBlank());
    }

    /** Returns a text that is not empty and may have several lines. */
    public Optional<String> prose(String key) {
        return value(key, String.class, "text").flatMap(text -> {
            String oneLine = text.replace("\r\n", " ").replace('\n', ' ').replace('\t', ' ');
            return checkedLine(key, oneLine, at(key)).map(checked -> text);
        });
    }

    /** Returns a text in a form that the parser checks. */
    public <T> Optional<T> parsed(String key, Function<String, Parsed<T>> parser) {
        return line(key).flatMap(text -> problems.check(at(key), parser.apply(text)));
    }

    /** Returns a flag. */
    public Optional<Boolean> flag(String key) {
        return value(key, Boolean.class, "true or false");
    }

    /** Returns a table. */
    public Optional<Section> section(String key) {
        return value(key, TableNode.class, "a table").map(inner -> new Section(inner, at(key), nameOf(key), problems));
    }

    /** Returns the tables {@code [[key]]} in their order; empty if there is none. */
    public List<Section> sections(String key) {
        List<Section> sections = new ArrayList<>();
        Optional<ListNode> list = value(key, ListNode.class, "a list of tables, [[" + key + "]]");
        for (Located<Object> element : list.map(ListNode::elements).orElse(List.of())) {
            if (element.value() instanceof TableNode inner) {
                String label = "[[" + key + "]] number " + (sections.size() + 1);
                sections.add(new Section(inner, element.at(), label, problems));
            } else {
                wrongType(key + " holds", element.value(), "a table", element.at());
            }
        }
        return sections;
    }

    /** Returns a list of texts, each not empty and on one line. Omits and reports wrong ones. */
    public Optional<List<Located<String>>> lines(String key) {
        return value(key, ListNode.class, "a list of texts").map(list -> {
            List<Located<String>> lines = new ArrayList<>();
            for (Located<Object> element : list.elements()) {
                if (element.value() instanceof String text) {
                    checkedLine("an entry of " + key, text, element.at())
                            .ifPresent(line -> lines.add(new Located<>(line, element.at())));
                } else {
                    wrongType(key + " holds", element.value(), "text", element.at());
                }
            }
            return lines;
        });
    }

    /** Returns whether the key holds a list without elements. */
    public boolean isEmptyList(String key) {
        return valueOf(key) instanceof ListNode list && list.isEmpty();
    }

    /** Returns whether the key holds a table. */
    public boolean isTable(String key) {
        return valueOf(key) instanceof TableNode;
    }

    /** Returns the value of a key, whatever its type. */
    public Optional<Object> any(String key) {
        return Optional.ofNullable(valueOf(key));
    }

    /** Returns the value of a key as JSON, with the place of each part. Reports values that JSON lacks. */
    public Optional<LocatedJson> json(String key) {
        return any(key).map(value -> {
            TomlJson conversion = new TomlJson(key + " of " + name, problems);
            return new LocatedJson(conversion.json(value, at(key), ""), conversion.places());
        });
    }

    /** Reports a value of the wrong type. */
    public void wrongType(String key, Object value, String wanted) {
        wrongType(key + " is", value, wanted, at(key));
    }

    /** Returns the collector of this file's problems. */
    public ProblemList problems() {
        return problems;
    }

    /** Returns the table as a JSON Schema, checked for mistakes that cannot be intended. */
    public JsonSchemaTable asJsonSchema() {
        return new JsonSchemaTable(table, at, name, problems);
    }

    /** Returns the table's name in messages. */
    @Override
    public String toString() {
        return name;
    }

    private String nameOf(String key) {
        if (name.equals(TomlFile.NAME)) {
            return "[" + key + "]";
        }
        return name.startsWith("[[") ? key + " of " + name : name.substring(0, name.length() - 1) + "." + key + "]";
    }

    private <T> Optional<T> value(String key, Class<T> type, String wanted) {
        @Nullable Object value = valueOf(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            wrongType(key, value, wanted);
            return Optional.empty();
        }
        return Optional.of(type.cast(value));
    }

    private @Nullable Object valueOf(String key) {
        @Nullable Located<Object> member = table.members().get(key);
        return member == null ? null : member.value();
    }

    private Optional<String> checkedLine(String subject, String text, Position place) {
        if (text.isBlank()) {
            problems.add(place, subject + " is empty", "write something, or leave it out");
            return Optional.empty();
        }
        int control = Printable.firstControl(text);
        if (control >= 0) {
            String what = String.format("%s holds the control character U+%04X", subject, control);
            problems.add(place, what, "leave it out");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private void wrongType(String subject, Object value, String wanted, Position place) {
        problems.add(place, subject + " " + TomlTypes.name(value), "write " + wanted);
    }
}
