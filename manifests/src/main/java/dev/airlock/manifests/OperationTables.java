package dev.airlock.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.JsonSchemaTable;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code [[operations]]}. */
final class OperationTables {
    private static final List<String> KEYS =
            List.of("name", "description", "idempotent", "read_only", "args", "result", "reversal");
    private static final int LONGEST_NAME = 128;

    private final List<Section> tables;
    private final Map<String, Position> names = new LinkedHashMap<>();

    OperationTables(Section root) {
        this.tables = root.sections("operations");
    }

    List<Operation> read() {
        List<Operation> operations = new ArrayList<>();
        for (Section table : tables) {
            operation(table).ifPresent(operations::add);
        }
        tables.forEach(this::checkReversal);
        return operations;
    }

    private Optional<Operation> operation(Section table) {
        table.allow(KEYS);
        table.require("name", "name = \"…\"");
        Optional<String> name = table.parsed("name", OperationTables::name);
        name.ifPresent(known -> checkDuplicate(table, known));
        Optional<String> description = table.prose("description");
        Optional<Boolean> idempotent = table.flag("idempotent");
        Optional<JsonNode> args = schema(table, "args");
        Optional<JsonNode> result = schema(table, "result");
        Optional<String> reversal = table.line("reversal");
        boolean readOnly = table.flag("read_only").orElse(false);
        return name.map(known -> new Operation(known, description, idempotent, args, result, reversal, readOnly));
    }

    private static Optional<JsonNode> schema(Section table, String key) {
        return table.section(key).map(Section::asJsonSchema).map(JsonSchemaTable::toJson);
    }

    private void checkDuplicate(Section table, String name) {
        @Nullable Position first = names.putIfAbsent(name, table.at("name"));
        if (first != null) {
            String what = "operation " + Printable.quoted(name) + " is declared twice, first at " + first.line() + ":"
                    + first.column();
            table.problem("name", what, "give each operation a name of its own");
        }
    }

    private void checkReversal(Section table) {
        table.rawText("reversal")
                .filter(reversal -> !names.containsKey(reversal))
                .ifPresent(reversal -> {
                    String right = Nearest.to(reversal, names.keySet())
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("declare it with an [[operations]] of its own");
                    table.dangling(
                            "reversal", "reversal names the unknown operation " + Printable.quoted(reversal), right);
                });
    }

    private static Parsed<String> name(String text) {
        boolean isName = text.length() <= LONGEST_NAME
                && Character.isLetterOrDigit(text.charAt(0))
                && text.chars().allMatch(OperationTables::isNameCharacter);
        return isName
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "operation name " + Printable.quoted(text) + " is not a name",
                        "use letters, digits and any of _ . : / -, at most " + LONGEST_NAME
                                + ", a letter or digit first");
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.:/-".indexOf(c) >= 0;
    }
}
