package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Explains a record of a call in one line or several. */
final class ExplanationSteps {
    private ExplanationSteps() {}

    /** Returns the lines of one record; none if it adds nothing. */
    static List<String> of(String kind, JsonNode details) {
        List<String> lines = new ArrayList<>();
        step(kind, details).ifPresent(lines::add);
        if (kind.equals(AuditKind.CONSENT.wireName())) {
            details.path("subjects").forEach(subject -> lines.add("- " + subject.asText()));
        }
        return lines;
    }

    private static Optional<String> step(String kind, JsonNode details) {
        return switch (AuditKind.ofWireName(kind).orElse(AuditKind.CALL_INTENT)) {
            case CALL_INTENT -> Optional.empty();
            case RETENTION ->
                Optional.of(details.path("records").asText() + " records were removed for their age, up to number "
                        + details.path("up_to").asText());
            case CALL_OUTCOME -> recovered(details.path("recovery"));
            case ATTEMPT -> Optional.of("attempt " + details.path("attempt").asText() + ": " + attempt(details));
            case EXCHANGE -> Optional.of(exchange(details));
            case DENIAL ->
                Optional.of("denied at " + details.path("boundary").asText() + ": asked for "
                        + details.path("requested").asText() + "; granted: " + list(details.path("granted")));
            case LIMIT ->
                Optional.of("limit " + limitName(details) + ": " + amount(details, "configured") + " available, "
                        + amount(details, "used") + " used or asked for" + more(details));
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
            case OPEN_END ->
                Optional.of("the log's end at record " + details.path("up_to").asText() + " was found with "
                        + details.path("unsigned").asText() + " unsigned records; its seal: "
                        + details.path("seal").asText());
            case KEY_CHANGE -> Optional.of("the log got a new key; both keys signed the change");
            case HEAD_LOST ->
                Optional.of("the head at record " + details.path("seq").asText() + " could not be kept: "
                        + details.path("why").asText());
        };
    }

    /** Returns the line for facts that only the outcome has. */
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
            return Optional.of("the call was made before with the same key, and this is its earlier outcome"
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
                : broke(details.path("problem").asText());
        return details.path("method").asText() + " " + details.path("target").asText()
                + (hop == 0 ? "" : " (redirect " + hop + ")") + " " + result
                + (details.path("request_sent").asBoolean() ? "; the request was sent" : "; nothing was sent");
    }

    private static String broke(String problem) {
        return problem.equals(AuditEvent.Exchange.ENDED_WITH_CALL)
                ? "was cut off by the end of the call"
                : "broke: " + problem;
    }

    /**
     * Returns how an attempt ended. Logs of earlier versions do not say that for attempts without a failure, which may have been cancelled.
     */
    private static String attempt(JsonNode details) {
        return details.has("failure")
                ? details.at("/failure/class").asText()
                : details.path("ending").asText("ended without a failure");
    }

    /** Returns an amount in the limit's unit, as a manifest writes it. */
    private static String amount(JsonNode details, String name) {
        JsonNode value = details.path(name);
        return limit(details).map(of -> LimitRule.of(of).text(value.asLong())).orElseGet(value::asText);
    }

    private static Optional<LimitName> limit(JsonNode details) {
        return LimitName.ofWireName(details.path("limit").asText()).stream()
                .filter(name -> name.aspect().equals(details.path("aspect").asText()))
                .findFirst();
    }

    private static String more(JsonNode details) {
        long configured = details.path("configured").asLong();
        long used = details.path("used").asLong();
        boolean whole = limit(details)
                .filter(name -> ExplanationChange.isWhole(name, configured, used))
                .isPresent();
        return whole ? "" : "; the total amount is not known";
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
