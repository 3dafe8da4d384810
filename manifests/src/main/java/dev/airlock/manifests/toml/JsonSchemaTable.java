package dev.airlock.manifests.toml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.tomlj.TomlTable;

/** A JSON Schema that is written as a TOML table. */
public final class JsonSchemaTable {
    private final TomlTable table;
    private final Position at;
    private final String name;
    private final ProblemList problems;

    JsonSchemaTable(TomlTable table, Position at, String name, ProblemList problems) {
        this.table = table;
        this.at = at;
        this.name = name;
        this.problems = problems;
    }

    /**
     * The schema as JSON. What JSON cannot say (dates, NaN) is reported and left out, and so are unknown types and references
     * to other documents.
     */
    public JsonNode toJson() {
        new JsonSchemaRules(name, problems).check(table);
        Object type = table.get(List.of("type"));
        if (type != null && !"object".equals(type)) {
            Position place = problems.place(table.inputPositionOf(List.of("type")), at);
            problems.add(place, name + " does not describe an object", "write type = \"object\"");
        }
        return new TomlJson(name, problems).json(table, at, "");
    }
}
