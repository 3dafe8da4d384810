package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The explanation of a call's end, from its records alone: the rule, grant, hop or limit, the call's possible side effects, and the
 * smallest change that would have let it pass.
 *
 * @param ending how it ended, in one line
 * @param steps the events that led there, one line each, in order; may be empty
 * @param effects its possible side effects at the service
 * @param change the change that would have let it pass, to paste or to do; empty if none is known
 */
public record Explanation(String ending, List<String> steps, RecordedEffects effects, String change) {
    private static final Set<String> NO_CALLS = Set.of(
            AuditKind.CONSENT.wireName(),
            AuditKind.RETENTION.wireName(),
            AuditKind.OPEN_END.wireName(),
            AuditKind.HEAD_LOST.wireName(),
            AuditKind.KEY_CHANGE.wireName());

    /** Copies the list. */
    public Explanation {
        steps = List.copyOf(steps);
    }

    /**
     * Explains a call.
     *
     * @param records all records of one call, in order, at least one
     */
    public static Explanation of(List<AuditRecord> records) {
        List<String> steps = new ArrayList<>();
        JsonNode outcome = MissingNode.getInstance();
        for (AuditRecord row : records) {
            Optional<JsonNode> read = RecordForm.parse(row);
            if (read.isEmpty()) {
                steps.add("record " + row.seq() + " was changed since it was written, and cannot be read");
                continue;
            }
            steps.addAll(ExplanationSteps.of(row.kind(), read.get().path("details")));
            if (row.kind().equals(AuditKind.CALL_OUTCOME.wireName())) {
                outcome = read.get();
            }
        }
        JsonNode details = outcome.path("details");
        return new Explanation(
                ending(records.get(0), outcome), steps, RecordedEffects.of(details), ExplanationChange.of(details));
    }

    private static String ending(AuditRecord first, JsonNode outcome) {
        if (outcome.isMissingNode()) {
            return NO_CALLS.contains(first.kind()) // a consent within a call comes behind the call's intent
                    ? "This record is not a call, but another kind of entry."
                    : "The log has no outcome: the call still runs, or its process was killed. A request may have been sent.";
        }
        JsonNode details = outcome.path("details");
        String who = who(first, outcome.path("op").asText());
        return switch (details.path("ending").asText()) {
            case "succeeded" -> who + " succeeded.";
            case "partial" -> who + " succeeded in part.";
            case "cancelled" -> who + " was cancelled by its caller.";
            case "not_made" -> who + " was not made, and nothing was sent" + whyNot(details.path("failure"));
            default -> who + failed(details.path("failure"));
        };
    }

    private static String who(AuditRecord first, String op) {
        return first.connector().isEmpty()
                ? "the action " + op
                : (op.isEmpty() ? "loading " : op + " of ") + first.connector();
    }

    private static String failed(JsonNode failure) {
        return " failed: " + failure.path("class").asText() + " at "
                + failure.path("boundary").asText() + ". "
                + failure.path("message").asText();
    }

    private static String whyNot(JsonNode failure) {
        return failure.isMissingNode()
                ? ": it could not be recorded in time."
                : ". " + failure.path("message").asText();
    }
}
