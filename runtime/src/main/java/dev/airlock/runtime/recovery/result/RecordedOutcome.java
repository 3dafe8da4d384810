package dev.airlock.runtime.recovery.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The outcome of a call, as stored under its key. */
public final class RecordedOutcome {
    private static final String CANCELLED = "{\"cancelled\":true}";

    private RecordedOutcome() {}

    /**
     * Returns the text to store; empty if the call may be made again, so that its key is free.
     *
     * @param at when the call had this outcome
     */
    public static Optional<String> write(Result result, Instant at) {
        return !(result instanceof Result.Succeeded) && result.effect() != Effect.UNCERTAIN
                ? Optional.empty()
                : Optional.of(result.match(
                        succeeded -> written(success(succeeded), at),
                        degraded -> written(
                                failure(degraded.outcome().failure(), degraded.review())
                                        .put("capability", degraded.capability()),
                                at),
                        failed -> written(
                                failure(failed.failure(), failed.review()).put("replan", failed.replan()), at),
                        cancelled -> CANCELLED));
    }

    private static String written(ObjectNode document, Instant at) {
        return StrictJson.write(document.put("at", at.toString()));
    }

    /**
     * Reads a stored result.
     *
     * @return empty if the outcome is unknown: the call was cancelled when it may have taken effect, or the text is damaged
     */
    public static Optional<Result> read(String text) {
        try {
            if (!(StrictJson.read(text) instanceof ObjectNode document)) {
                return Optional.empty();
            }
            Instant at = Instant.parse(document.path("at").asText());
            if (document.get("output") instanceof ObjectNode output) {
                return Optional.of(succeeded(document, output, at));
            }
            return document.get("failure") instanceof TextNode failure
                    ? Optional.of(failed(document, FailureEnvelope.read(failure.textValue()), at))
                    : Optional.empty();
        } catch (MalformedJsonException | IllegalArgumentException | DateTimeException damaged) {
            return Optional.empty();
        }
    }

    private static ObjectNode success(Result.Succeeded succeeded) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("output", succeeded.outcome().output());
        succeeded.outcome().errors().forEach(document.putArray("errors")::add);
        succeeded
                .fallback()
                .ifPresent(other -> document.putObject("fallback")
                        .put("connector", other.connector())
                        .put("op", other.op())
                        .put("instead", FailureEnvelope.write(other.instead())));
        return document;
    }

    private static ObjectNode failure(Failure failure, Optional<String> review) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("failure", FailureEnvelope.write(failure));
        review.ifPresent(id -> document.put("review", id));
        return document;
    }

    private static Result succeeded(ObjectNode document, ObjectNode output, Instant at) throws MalformedJsonException {
        List<ObjectNode> errors = new ArrayList<>();
        document.path("errors").forEach(error -> {
            if (error instanceof ObjectNode object) {
                errors.add(object);
            }
        });
        Outcome.Succeeded outcome = new Outcome.Succeeded(output, errors, Usage.none(0), Transcript.EMPTY);
        Optional<Result.Substitute> fallback = Optional.empty();
        if (document.get("fallback") instanceof ObjectNode other) {
            fallback = Optional.of(new Result.Substitute(
                    other.path("connector").asText(),
                    other.path("op").asText(),
                    FailureEnvelope.read(other.path("instead").asText())));
        }
        return new Result.Succeeded(outcome, fallback, Optional.of(at), SideEffects.NONE, List.of());
    }

    /** Restores a failure. Only uncertain effects are stored, so this also holds for texts from before failures had an effect. */
    private static Result failed(ObjectNode document, Failure failure, Instant at) {
        Outcome.Failed outcome = Outcome.Failed.notMade(
                failure.withSideEffects(failure.sideEffects().with(Effect.UNCERTAIN)));
        Optional<String> review = Optional.ofNullable(document.get("review")).map(JsonNode::textValue);
        if (document.get("capability") instanceof TextNode capability) {
            return new Result.Degraded(capability.textValue(), outcome, review, Optional.of(at), List.of());
        }
        return new Result.Failed(
                outcome,
                new Recovery.Surface(),
                document.path("replan").asBoolean(),
                review,
                Optional.of(at),
                List.of());
    }
}
