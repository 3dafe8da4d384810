package dev.airlock.formats.toml;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import org.jspecify.annotations.Nullable;

/** A JSON Schema that is written as a TOML table. */
public final class JsonSchemaTable {
    private final TableNode table;
    private final Position at;
    private final String name;
    private final ProblemList problems;

    JsonSchemaTable(TableNode table, Position at, String name, ProblemList problems) {
        this.table = table;
        this.at = at;
        this.name = name;
        this.problems = problems;
    }

    /**
     * Returns the schema as JSON. Reports and omits values that JSON lacks (dates, NaN), unknown types and references to other documents.
     */
    public JsonNode toJson() {
        new JsonSchemaRules(name, problems).check(table);
        @Nullable Located<Object> type = table.members().get("type");
        if (type != null && !"object".equals(type.value())) {
            problems.add(type.at(), name + " does not describe an object", "write type = \"object\"");
        }
        return new TomlJson(name, problems).json(table, at, "");
    }
}
