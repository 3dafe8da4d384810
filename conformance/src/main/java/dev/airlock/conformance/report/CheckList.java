package dev.airlock.conformance.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.Check;
import java.util.ArrayList;
import java.util.List;

/** Writes the list of checks for people and for programs. */
public final class CheckList {
    private static final int WIDTH = 32;

    private CheckList() {}

    /** Returns the list as lines for a person: id, severity, first version, reason, and the way to reproduce it by hand. */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Check check : Check.values()) {
            String id = check.id();
            lines.add(id + " ".repeat(Math.max(1, WIDTH - id.length()))
                    + check.severity().word() + ", since list " + check.since());
            lines.add("    why: " + check.rationale());
            lines.add("    see: " + check.reproduce());
        }
        lines.add(Check.values().length + " checks, list " + Check.LIST_VERSION);
        return lines;
    }

    /** Returns the list as one document. */
    public static ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("checks_version", Check.LIST_VERSION);
        ArrayNode checks = document.putArray("checks");
        for (Check check : Check.values()) {
            checks.add(described(check));
        }
        return document;
    }

    /** Returns the fixed facts about a check. */
    static ObjectNode described(Check check) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", check.id())
                .put("group", check.group().word())
                .put("severity", check.severity().word())
                .put("since", check.since())
                .put("rationale", check.rationale())
                .put("reproduce", check.reproduce());
    }
}
