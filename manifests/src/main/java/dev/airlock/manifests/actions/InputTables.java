package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code [[inputs]]}. */
final class InputTables {
    private static final List<String> KEYS =
            List.of("name", "type", "items_type", "description", "required", "default", "enum", "label", "multiline");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final int LONGEST_NAME = 64;

    private final List<Section> tables;
    private final Map<String, Position> names = new HashMap<>();

    InputTables(Section root) {
        this.tables = root.sections("inputs");
    }

    List<Action.Input> read() {
        List<Action.Input> inputs = new ArrayList<>();
        tables.forEach(table -> input(table).ifPresent(inputs::add));
        return inputs;
    }

    /** Returns the names of all inputs, including those with other problems. */
    Set<String> names() {
        return names.keySet();
    }

    private Optional<Action.Input> input(Section table) {
        table.allow(KEYS);
        table.require("name", "name = \"text\"");
        table.require("type", "type = \"string\"");
        table.require("description", "description = \"…\" for the agent");
        Optional<String> name = table.parsed("name", InputTables::name);
        name.ifPresent(known -> checkDuplicate(table, known));
        Optional<InputType> type = table.parsed("type", InputType::parse);
        Optional<String> description = table.prose("description");
        Optional<String> label = table.line("label");
        boolean multiline = table.flag("multiline").orElse(false);
        return name.flatMap(n -> type.map(t -> new Action.Input(
                n,
                t,
                itemsType(table, t),
                description.orElse(""),
                required(table),
                standard(table, t),
                choices(table, t),
                label,
                checkMultiline(table, t, multiline))));
    }

    private static boolean required(Section table) {
        Optional<Boolean> said = table.flag("required");
        if (said.orElse(false) && table.has("default")) {
            table.problem("required", "a required input has a default", "leave one of them out");
        }
        return said.orElse(!table.has("default"));
    }

    private static Optional<InputType> itemsType(Section table, InputType type) {
        if (table.has("items_type") && type != InputType.ARRAY) {
            table.problem("items_type", "items_type is for lists, and this is of type " + type.word(), "leave it out");
        }
        return table.parsed("items_type", InputType::parse);
    }

    private static boolean checkMultiline(Section table, InputType type, boolean multiline) {
        if (multiline && type != InputType.STRING) {
            table.problem("multiline", "multiline is for texts, and this is of type " + type.word(), "leave it out");
        }
        return multiline;
    }

    private static Optional<JsonNode> standard(Section table, InputType type) {
        Optional<JsonNode> value = table.json("default").map(LocatedJson::value);
        value.filter(wrong -> !type.takes(wrong))
                .ifPresent(wrong -> table.problem(
                        "default", "default is not of type " + type.word(), "write a value of that type"));
        value.filter(known -> table.has("enum") && !list(table).contains(known))
                .ifPresent(wrong -> table.problem(
                        "default", "default is not one of the values in enum", "write one of them, or add it"));
        return value;
    }

    private static List<JsonNode> choices(Section table, InputType type) {
        List<JsonNode> choices = list(table);
        if (table.has("enum") && choices.isEmpty()) {
            table.problem("enum", "enum holds no value", "write a list of values, or leave it out");
        }
        if (choices.stream().anyMatch(choice -> !type.takes(choice))) {
            table.problem("enum", "enum holds a value that is not of type " + type.word(), "write values of that type");
        }
        if (choices.stream().distinct().count() < choices.size()) {
            table.problem("enum", "enum holds a value twice", "write it once");
        }
        return choices;
    }

    private static List<JsonNode> list(Section table) {
        List<JsonNode> values = new ArrayList<>();
        table.json("enum")
                .map(LocatedJson::value)
                .filter(JsonNode::isArray)
                .ifPresent(array -> array.forEach(values::add));
        return values;
    }

    private void checkDuplicate(Section table, String name) {
        @Nullable Position first = names.putIfAbsent(name, table.at("name"));
        if (first != null) {
            table.problem(
                    "name",
                    "input " + Printable.quoted(name) + " is declared twice, first at " + first.line() + ":"
                            + first.column(),
                    "give each input a name of its own");
        }
    }

    private static Parsed<String> name(String text) {
        return NAME.matcher(text).matches() && text.length() <= LONGEST_NAME
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "input name " + Printable.quoted(text) + " is not a name",
                        "use a-z, 0-9 and _, at most " + LONGEST_NAME + ", a letter first");
    }
}
