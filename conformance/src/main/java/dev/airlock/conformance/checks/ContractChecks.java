package dev.airlock.conformance.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.SampleArguments;
import dev.airlock.conformance.session.Setup;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.MentionedValues;
import dev.airlock.manifests.Operation;
import dev.airlock.sandbox.engine.Tier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Checks of how operations respond to their arguments. */
public final class ContractChecks {
    /** A name that no connector gives to an operation. */
    public static final String UNKNOWN_OPERATION = "airlock-unknown-operation";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonNode HUGE = JSON.textNode("x".repeat(1 << 20));
    /** The beginning of a text that must arrive unchanged; plain letters, so that it can be found again. */
    private static final String MARK = "airlock-unicode ";

    private static final JsonNode UNICODE =
            JSON.textNode(MARK + "Größe, 日本語, العربية, e\u0301, \"\\/\t\n, 🔦👩‍👩‍👧, \u0000, \uFFFD, end");

    private ContractChecks() {}

    public static Judgement unknownOperation(Bench bench) {
        return bench.with(bench.standard(), session -> {
            Observation seen = session.call(UNKNOWN_OPERATION, JSON.objectNode());
            List<String> findings = new ArrayList<>();
            if (!seen.reported()) {
                findings.add("An operation that does not exist ended with " + seen.end()
                        + (seen.succeeded() ? "." : "")
                        + " The connector should answer {\"error\":{\"message\":…}}.");
            }
            if (!seen.requests().isEmpty()) {
                findings.add("For an operation that does not exist, it sent "
                        + seen.requests().get(0));
            }
            return Judgement.of(findings);
        });
    }

    public static Judgement missingArguments(Bench bench) {
        List<Trial> trials = new ArrayList<>();
        for (Operation operation : bench.operations()) {
            for (String name : SampleArguments.required(operation)) {
                ObjectNode args = SampleArguments.of(operation);
                args.remove(name);
                trials.add(new Trial(operation, name, args));
            }
        }
        return judge(
                bench, bench.standard(), trials, "No operation requires an argument.", false, ContractChecks::accepted);
    }

    public static Judgement illTypedArguments(Bench bench) {
        return judge(
                bench,
                bench.standard(),
                trials(bench, (operation, schema) -> SampleArguments.illTyped(schema)),
                "No operation declares the type of an argument.",
                false,
                ContractChecks::accepted);
    }

    public static Judgement hugeInput(Bench bench) {
        return judge(
                bench,
                bench.standard().on(Tier.COMPILED), // this much text is slow when interpreted
                trials(bench, texts(HUGE)),
                "No operation takes text of any length.",
                true,
                (trial, seen) -> List.of());
    }

    public static Judgement unicode(Bench bench) {
        return judge(
                bench,
                bench.standard(),
                trials(bench, texts(UNICODE)),
                "No operation takes text of any kind.",
                false,
                (trial, seen) -> MentionedValues.ofRequests(seen.requests()).stream()
                        .filter(text -> text.contains(MARK.strip()) && !text.contains(UNICODE.asText()))
                        .map(text -> trial.name() + ": the text arrived as " + MentionedValues.shown(text)
                                + ", and was " + MentionedValues.shown(UNICODE.asText()) + ".")
                        .toList());
    }

    /**
     * One call that a check makes.
     *
     * @param argument the argument that is wrong
     * @param args all arguments
     */
    private record Trial(Operation operation, String argument, ObjectNode args) {
        String name() {
            return operation.name() + ", argument " + argument;
        }
    }

    /** Chooses the value to try for a property, if there is one. */
    private interface Values {
        Optional<JsonNode> of(Operation operation, JsonNode schema);
    }

    /** Finds the problems with a call that did not break. */
    private interface Rule {
        List<String> findings(Trial trial, Observation seen);
    }

    private static Values texts(JsonNode value) {
        return (operation, schema) ->
                schema.path("type").asText().equals("string") && SampleArguments.suits(schema, value)
                        ? Optional.of(value)
                        : Optional.empty();
    }

    private static List<Trial> trials(Bench bench, Values values) {
        List<Trial> trials = new ArrayList<>();
        for (Operation operation : bench.operations()) {
            ObjectNode properties = SampleArguments.properties(operation);
            for (Iterator<String> names = properties.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                values.of(operation, properties.path(name)).ifPresent(value -> {
                    ObjectNode args = SampleArguments.of(operation);
                    args.set(name, value);
                    trials.add(new Trial(operation, name, args));
                });
            }
        }
        return trials;
    }

    private static Judgement judge(
            Bench bench, Setup setup, List<Trial> trials, String none, boolean mayEndAtALimit, Rule rule) {
        if (trials.isEmpty()) {
            return new Judgement.NotApplicable(none);
        }
        return bench.with(setup, session -> {
            List<String> findings = new ArrayList<>();
            List<String> untried = new ArrayList<>();
            for (Trial trial : trials) {
                Observation seen = session.call(trial.operation().name(), trial.args());
                if (seen.reachedALimit() && seen.requests().isEmpty()) {
                    untried.add("Before it sent anything, " + seen.call() + " ended with " + seen.end());
                }
                if (seen.broke()) {
                    findings.add(trial.name() + ": " + seen.call() + " ended with " + seen.end());
                } else {
                    findings.addAll(rule.findings(trial, seen));
                }
            }
            return mayEndAtALimit ? Judgement.of(findings) : Judgement.of(findings, untried);
        });
    }

    private static List<String> accepted(Trial trial, Observation seen) {
        if (seen.succeeded() || seen.reachedALimit()) {
            return List.of(trial.name() + ": " + seen.call() + " ended with " + seen.end()
                    + (seen.succeeded() ? ", although its schema refuses this." : ""));
        }
        return List.of();
    }
}
