package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code airlock audit show}: shows the records of a call. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows every record of a call, in order.",
        footer = {"", "Example:", "  airlock audit show audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f"})
final class AuditShowCommand extends AuditRecordPart {
    AuditShowCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    void print(List<AuditRecord> records) {
        if (json()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("records");
            records.forEach(row -> array.add(body(row)));
            terminal().out().println(SafeJson.line(document));
            return;
        }
        for (AuditRecord row : records) {
            terminal().out().println(row.seq() + "  " + Instant.ofEpochMilli(row.atMillis()) + "  " + row.kind());
            SafeJson.indented(body(row).path("details"))
                    .lines()
                    .forEach(line -> terminal().out().println("    " + line));
        }
    }

    /** Returns the body of a record. A body that was tampered with may not be JSON. */
    private static JsonNode body(AuditRecord row) {
        try {
            return StrictJson.read(row.body());
        } catch (MalformedJsonException e) {
            throw CommandProblem.configuration(
                    "Record " + row.seq() + " was changed since it was written, and cannot be read. Run airlock audit"
                            + " verify.",
                    List.of());
        }
    }
}
