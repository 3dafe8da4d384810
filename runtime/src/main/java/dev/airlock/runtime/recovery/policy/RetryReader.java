package dev.airlock.runtime.recovery.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.limits.TimeSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the {@code retry = …} of a step: the name of a preset, or a table of differences from one.
 *
 * <pre>{@code
 * retry = "rate_limit"
 * retry = { max = 5, backoff = "linear", base = "2s", cap = "10s", jitter = 0.1, classifier = ["network", 429, 503] }
 * }</pre>
 *
 * <p>{@code jitter} is a share, or the two factors between which a pause varies. {@code classifier} lists everything that is retried: a
 * status, {@code 5xx}, {@code network}, or a verdict. Use once.
 */
public final class RetryReader {
    private static final List<String> KEYS =
            List.of("preset", "max", "backoff", "base", "factor", "cap", "jitter", "classifier", "unattended");
    private static final int MOST_RETRIES = 100;

    private final List<String> problems = new ArrayList<>();

    /**
     * The result of reading.
     *
     * @param policy the policy, if there is no problem
     * @param problems every problem, each with the correction
     */
    public record Reading(Optional<RetryPolicy> policy, List<String> problems) {
        /** Copies the list. */
        public Reading {
            problems = List.copyOf(problems);
        }
    }

    private RetryReader() {}

    /** Reads the value of {@code retry}. */
    public static Reading read(JsonNode value) {
        RetryReader reader = new RetryReader();
        Optional<RetryPolicy> policy = reader.policy(value);
        return reader.problems.isEmpty()
                ? new Reading(policy, List.of())
                : new Reading(Optional.empty(), reader.problems);
    }

    private Optional<RetryPolicy> policy(JsonNode value) {
        if (value.isTextual()) {
            return preset(value.textValue());
        }
        if (!value.isObject()) {
            problems.add("retry is neither a name nor a table; write retry = \"standard\" or retry = { max = 3 }");
            return Optional.empty();
        }
        value.fieldNames().forEachRemaining(this::checkKey);
        RetryPolicy base = value.has("preset")
                ? preset(value.path("preset").asText()).orElse(RetryPolicy.standard())
                : RetryPolicy.standard();
        RetryPolicy policy = base.withMax(max(value.path("max"), base.max()));
        Optional<Backoff> backoff = backoff(value, base.backoff());
        policy = backoff.isPresent() ? policy.withBackoff(backoff.get()) : policy;
        Optional<Jitter> jitter = jitter(value.path("jitter"));
        policy = jitter.isPresent() ? policy.withJitter(jitter.get()) : policy;
        policy = value.has("classifier") ? policy.withClassifier(classifier(value.path("classifier"))) : policy;
        return Optional.of(
                flag(value.path("unattended")) ? policy.unattended(RetryPolicy.Unattended.STANDARD) : policy);
    }

    private void checkKey(String key) {
        if (!KEYS.contains(key)) {
            problems.add("retry has the unknown key " + Printable.quoted(key)
                    + Nearest.to(key, KEYS)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("; it knows " + String.join(", ", KEYS)));
        }
    }

    private Optional<RetryPolicy> preset(String name) {
        Optional<RetryPreset> preset = RetryPreset.named(name);
        if (preset.isEmpty()) {
            List<String> names =
                    Arrays.stream(RetryPreset.values()).map(RetryPreset::word).toList();
            problems.add("there is no policy " + Printable.quoted(name) + "; write one of " + String.join(", ", names));
        }
        return preset.map(RetryPreset::policy);
    }

    private int max(JsonNode node, int standard) {
        if (node.isMissingNode()) {
            return standard;
        }
        if (!node.isIntegralNumber()
                || !node.canConvertToInt()
                || node.intValue() < 0
                || node.intValue() > MOST_RETRIES) {
            problems.add("max is not a whole number from 0 to " + MOST_RETRIES);
            return standard;
        }
        return node.intValue();
    }

    private Optional<Backoff> backoff(JsonNode table, Backoff standard) {
        Optional<Backoff.Growth> growth =
                table.has("backoff") ? growth(table.path("backoff")) : Optional.of(standard.growth());
        Optional<Duration> base = table.has("base") ? span("base", table.path("base")) : Optional.of(standard.base());
        Optional<Duration> cap = table.has("cap") ? span("cap", table.path("cap")) : Optional.empty();
        Optional<Double> factor = table.has("factor") ? factor(table.path("factor")) : Optional.of(standard.factor());
        if (growth.isEmpty() || base.isEmpty() || factor.isEmpty() || (table.has("cap") && cap.isEmpty())) {
            return Optional.empty();
        }
        Duration longest =
                cap.orElseGet(() -> Backoff.of(growth.get(), base.get()).cap());
        if (longest.compareTo(base.get()) < 0) {
            problems.add("cap is shorter than base; make it at least " + TimeSpan.text(base.get()));
            return Optional.empty();
        }
        return Optional.of(new Backoff(growth.get(), base.get(), factor.get(), longest));
    }

    private Optional<Backoff.Growth> growth(JsonNode node) {
        Optional<Backoff.Growth> growth = Arrays.stream(Backoff.Growth.values())
                .filter(known -> known.word().equals(node.asText()))
                .findFirst();
        if (growth.isEmpty()) {
            problems.add("backoff is not one of fixed, linear, exponential");
        }
        return growth;
    }

    private Optional<Duration> span(String key, JsonNode node) {
        Parsed<Duration> span = TimeSpan.parse(node.asText());
        if (span instanceof Parsed.Wrong<Duration> wrong) {
            problems.add(key + ": " + wrong.message());
        } else if (span.orThrow().isZero()) {
            problems.add(key + " must be longer than 0; write for instance \"1s\"");
            return Optional.empty();
        }
        return span.optional();
    }

    private Optional<Double> factor(JsonNode node) {
        double factor = node.doubleValue();
        if (!node.isNumber() || !(factor >= 1) || factor > 100) {
            problems.add("factor is not a number from 1 to 100");
            return Optional.empty();
        }
        return Optional.of(factor);
    }

    private Optional<Jitter> jitter(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        boolean isShare = node.isNumber() && node.doubleValue() >= 0 && node.doubleValue() <= 1;
        boolean isPair = node.isArray()
                && node.size() == 2
                && node.get(0).isNumber()
                && node.get(1).isNumber();
        double least = isPair ? node.get(0).doubleValue() : 1;
        double most = isPair ? node.get(1).doubleValue() : 1 + node.doubleValue();
        if ((!isShare && !isPair) || !(least > 0) || most < least || most > 2) {
            problems.add(
                    "jitter is neither a share from 0 to 1 nor two factors from above 0 to 2, the smaller one first");
            return Optional.empty();
        }
        return Optional.of(new Jitter(least, most));
    }

    private Set<Verdict> classifier(JsonNode node) {
        Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        if (!node.isArray()) {
            problems.add("classifier is not a list; write for instance [\"network\", 429, 503]");
        }
        node.forEach(word -> verdicts.addAll(verdicts(word.asText())));
        return verdicts;
    }

    private Set<Verdict> verdicts(String word) {
        Set<Verdict> meant = switch (word) {
            case "network" -> EnumSet.of(Verdict.UNREACHABLE, Verdict.CONNECTION_LOST);
            case "5xx" -> EnumSet.of(Verdict.SERVER_ERROR, Verdict.OVERLOADED);
            case "408" -> EnumSet.of(Verdict.REQUEST_TIMED_OUT);
            case "409" -> EnumSet.of(Verdict.LOCKED);
            case "425" -> EnumSet.of(Verdict.TOO_EARLY);
            case "429" -> EnumSet.of(Verdict.RATE_LIMITED);
            case "503", "529" -> EnumSet.of(Verdict.OVERLOADED);
            default ->
                Verdict.ofWireName(word)
                        .filter(Verdict::mayBeRetried)
                        .map(Collections::singleton)
                        .orElse(Set.of());
        };
        if (meant.isEmpty()) {
            problems.add("classifier has " + Printable.quoted(word)
                    + ", which cannot be retried; known are network, 5xx, 408, 409, 425, 429, 503, 529 and the"
                    + " verdicts that may be retried");
        }
        return meant;
    }

    private boolean flag(JsonNode node) {
        if (!node.isMissingNode() && !node.isBoolean()) {
            problems.add("unattended is neither true nor false");
        }
        return node.asBoolean(false);
    }
}
