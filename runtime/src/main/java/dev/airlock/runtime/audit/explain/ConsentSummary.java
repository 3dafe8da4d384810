package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A consent, given or withdrawn, in a list.
 *
 * @param seq the number of its record
 * @param id the id that finds its record; a call's id if it was given for a call
 * @param at when it was given or withdrawn
 * @param what the kind of consent, such as {@code install}
 * @param connector the connector's name, with the version if it covers only that one; empty if it concerns none
 * @param hash the hash of the connector's bytes; empty if it does not concern certain bytes
 * @param actor the actor; empty if unknown
 * @param subjects the items that it covers
 */
public record ConsentSummary(
        long seq,
        String id,
        Instant at,
        String what,
        String connector,
        String hash,
        String actor,
        List<String> subjects) {
    /** Copies the list. */
    public ConsentSummary {
        subjects = List.copyOf(subjects);
    }

    public static ConsentSummary of(AuditRecord row) {
        JsonNode body = RecordForm.parse(row).orElse(MissingNode.getInstance());
        JsonNode details = body.path("details");
        String version = body.path("connector").path("version").asText();
        List<String> subjects = new ArrayList<>();
        details.path("subjects").forEach(subject -> subjects.add(subject.asText()));
        return new ConsentSummary(
                row.seq(),
                row.id(),
                Instant.ofEpochMilli(row.atMillis()),
                details.path("what").asText(),
                row.connector() + (version.isEmpty() ? "" : "@" + version),
                body.path("connector").path("hash").asText(),
                body.path("actor").asText(),
                subjects);
    }
}
