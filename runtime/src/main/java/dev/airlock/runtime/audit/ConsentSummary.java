package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody agreed to or took back, in a list.
 *
 * @param seq the number of its record
 * @param id what finds its record; that of a call if it was agreed to for one
 * @param at when
 * @param what in a few words, such as {@code install}
 * @param connector the connector's name, and version if it is one version's; empty if it is about none
 * @param hash the hash of the connector's bytes; empty if it is not about certain bytes
 * @param actor who; empty if nobody said so
 * @param subjects what it covers
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

    static ConsentSummary of(AuditRecord row) {
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
