package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.time.Instant;

/**
 * A call in a list.
 *
 * @param seq the number of its outcome's record, or of its intent's if it has no outcome
 * @param call its audit id
 * @param at the time of that record
 * @param connector the connector's name and version
 * @param op the operation
 * @param actor the actor; empty if unknown
 * @param ending how it ended, {@code unfinished} if the log has no outcome
 * @param failureClass the class of its failure; empty if it did not fail
 * @param effects its possible side effects at the service
 */
public record CallSummary(
        long seq,
        String call,
        Instant at,
        String connector,
        String op,
        String actor,
        String ending,
        String failureClass,
        RecordedEffects effects) {
    /** The end of a call without an outcome in the log: it runs, or its process was ended. */
    public static final String UNFINISHED = "unfinished";

    public static CallSummary of(AuditRecord row) {
        JsonNode body = RecordForm.parse(row).orElse(MissingNode.getInstance());
        JsonNode connector = body.path("connector");
        JsonNode details = body.path("details");
        String version = connector.path("version").asText();
        return new CallSummary(
                row.seq(),
                row.call(),
                Instant.ofEpochMilli(row.atMillis()),
                row.connector() + (version.isEmpty() ? "" : "@" + version),
                body.path("op").asText(),
                body.path("actor").asText(),
                row.kind().equals(AuditKind.CALL_OUTCOME.wireName())
                        ? details.path("ending").asText()
                        : UNFINISHED,
                details.path("failure").path("class").asText(),
                RecordedEffects.of(details));
    }

    /** Returns whether the log has its outcome. */
    public boolean isOver() {
        return !ending.equals(UNFINISHED);
    }

    /** Returns whether it failed, or its end is unknown. */
    public boolean failed() {
        return !failureClass.isEmpty() || !isOver() || ending.equals("not_made");
    }
}
