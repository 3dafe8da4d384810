package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why a call ended as it did, from its records alone: which rule, grant, hop or limit, and the smallest change that would have let it
 * pass.
 *
 * @param ending how it ended, in one line
 * @param steps what led there, one line each, in order; may be empty
 * @param change what would have let it pass, to paste or to do; empty if no change of Airlock's settings would have
 */
public record Explanation(String ending, List<String> steps, String change) {
    private static final Set<String> NO_CALLS = Set.of(AuditKind.CONSENT.wireName(), AuditKind.RETENTION.wireName());

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
        String change = "";
        Optional<JsonNode> outcome = Optional.empty();
        for (AuditRecord row : records) {
            Optional<JsonNode> read = RecordForm.parse(row);
            if (read.isEmpty()) {
                steps.add("record " + row.seq() + " was changed since it was written, and cannot be read");
                continue;
            }
            JsonNode body = read.get();
            JsonNode details = body.path("details");
            step(row.kind(), details).ifPresent(steps::add);
            if (row.kind().equals(AuditKind.CONSENT.wireName())) {
                details.path("subjects").forEach(subject -> steps.add("- " + subject.asText()));
            }
            String here = change(row.kind(), details);
            change = here.isEmpty() ? change : here;
            if (row.kind().equals(AuditKind.CALL_OUTCOME.wireName())) {
                outcome = Optional.of(body);
            }
        }
        String ending = outcome.isEmpty() && !isACall(records)
                ? "This is no call, but something else that the log keeps."
                : ending(records.get(0), outcome);
        return new Explanation(ending, steps, passed(outcome) ? "" : change);
    }

    /** A consent within a call comes behind the call's intent. */
    private static boolean isACall(List<AuditRecord> records) {
        return !NO_CALLS.contains(records.get(0).kind());
    }

    /** A call that passed after all needs no change, whatever an attempt of it ran into. */
    private static boolean passed(Optional<JsonNode> outcome) {
        return outcome.map(body -> body.at("/details/ending").asText())
                .filter(ending -> ending.equals("succeeded") || ending.equals("partial"))
                .isPresent();
    }

    private static String ending(AuditRecord first, Optional<JsonNode> outcome) {
        if (outcome.isEmpty()) {
            return "The log has no outcome: the call still runs, or its process was ended. A request may have gone out.";
        }
        JsonNode details = outcome.get().path("details");
        JsonNode failure = details.path("failure");
        String op = outcome.get().path("op").asText();
        String who = first.connector().isEmpty()
                ? "the action " + op
                : (op.isEmpty() ? "loading " : op + " of ") + first.connector();
        return switch (details.path("ending").asText()) {
            case "succeeded" -> who + " succeeded.";
            case "partial" -> who + " succeeded in part.";
            case "cancelled" -> who + " was cancelled by its caller.";
            case "not_made" ->
                who
                        + " was not made, and nothing was sent: it could not be recorded in time, or what recovery keeps could not be"
                        + " used.";
            default ->
                who + " failed: " + failure.path("class").asText() + " at "
                        + failure.path("boundary").asText() + ". "
                        + failure.path("message").asText();
        };
    }

    private static Optional<String> step(String kind, JsonNode details) {
        return switch (AuditKind.ofWireName(kind).orElse(AuditKind.CALL_INTENT)) {
            case CALL_INTENT -> Optional.empty();
            case RETENTION ->
                Optional.of(details.path("records").asText() + " records were removed for their age, up to number "
                        + details.path("up_to").asText());
            case CALL_OUTCOME -> recovered(details.path("recovery"));
            case ATTEMPT ->
                Optional.of("attempt " + details.path("attempt").asText() + ": "
                        + (details.has("failure") ? details.at("/failure/class").asText() : "succeeded"));
            case EXCHANGE -> Optional.of(exchange(details));
            case DENIAL ->
                Optional.of("denied at " + details.path("boundary").asText() + ": asked for "
                        + details.path("requested").asText() + "; granted: " + list(details.path("granted")));
            case LIMIT ->
                Optional.of("limit " + limitName(details) + ": "
                        + details.path("configured").asText() + " in force, "
                        + details.path("used").asText() + " used or asked for");
            case DECISION ->
                Optional.of("attempt " + details.path("attempt").asText() + " was classified as "
                        + details.path("verdict").asText() + ", so: "
                        + details.path("recovery").asText());
            case RECOVERY ->
                Optional.of(details.path("what").asText()
                        + (details.path("why").asText().isEmpty()
                                ? ""
                                : ": " + details.path("why").asText()));
            case CONSENT ->
                Optional.of("on record with the user's consent: "
                        + details.path("what").asText());
            case BINDING_USE ->
                Optional.of("binding " + details.path("binding").asText() + " ("
                        + details.path("credential").asText() + ") went to "
                        + details.path("host").asText());
            case CANCELLATION -> Optional.of("the caller cancelled it");
        };
    }

    /** What the outcome says that no other record does. */
    private static Optional<String> recovered(JsonNode recovery) {
        if (recovery.has("fallback")) {
            JsonNode fallback = recovery.path("fallback");
            return Optional.of(
                    "the result is that of its fallback, " + fallback.path("op").asText() + " of "
                            + fallback.path("connector").asText() + ", after "
                            + fallback.path("instead").asText());
        }
        if (recovery.path("recorded").asBoolean()) {
            String at = recovery.path("recorded_at").asText();
            return Optional.of("it was made before with the same key, and this is what it came to then"
                    + (at.isEmpty() ? "" : ", at " + at));
        }
        return recovery.has("degraded")
                ? Optional.of("the action went on without "
                        + recovery.path("degraded").asText())
                : Optional.empty();
    }

    private static String exchange(JsonNode details) {
        int hop = details.path("hop").asInt();
        String result = details.has("status")
                ? "answered " + details.path("status").asText()
                : "broke: " + details.path("problem").asText();
        return details.path("method").asText() + " " + details.path("target").asText()
                + (hop == 0 ? "" : " (redirect " + hop + ")") + " " + result
                + (details.path("request_sent").asBoolean() ? "; the request had gone out" : "; nothing was sent");
    }

    private static String change(String kind, JsonNode details) {
        if (kind.equals(AuditKind.DENIAL.wireName())) {
            return details.path("fix").asText();
        }
        if (kind.equals(AuditKind.LIMIT.wireName())) {
            return limitChange(details);
        }
        return details.path("ending").asText().equals("not_made")
                ? "See that what lies beside the audit log can be written, is not locked by another process, and the machine is"
                        + " not too busy; then call again."
                : details.at("/failure/details/suggestion").asText();
    }

    /** What was used is the least that would have been enough for that moment; no more is known. */
    private static String limitChange(JsonNode details) {
        long used = details.path("used").asLong();
        return LimitName.ofWireName(details.path("limit").asText()).stream()
                .filter(name -> name.aspect().equals(details.path("aspect").asText()))
                .map(LimitRule::of)
                .filter(rule -> used <= rule.ceiling())
                .map(rule -> "[limits]\n" + rule.line(used))
                .findFirst()
                .orElse("");
    }

    private static String limitName(JsonNode details) {
        String aspect = details.path("aspect").asText();
        return details.path("limit").asText() + (aspect.isEmpty() ? "" : " (" + aspect + ")");
    }

    private static String list(JsonNode texts) {
        List<String> words = new ArrayList<>();
        texts.forEach(text -> words.add(text.asText()));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }
}
