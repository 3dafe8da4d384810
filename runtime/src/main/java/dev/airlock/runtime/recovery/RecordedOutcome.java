package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a call came to, as it is kept under its key. */
final class RecordedOutcome {
    private RecordedOutcome() {}

    /** The text to keep; nothing if the call may be made again, so that its key is free. */
    static Optional<String> write(Result result) {
        if (result instanceof Result.Succeeded succeeded) {
            return Optional.of(success(succeeded));
        }
        if (result instanceof Result.Failed failed && failed.effect() == Effect.UNCERTAIN) {
            return Optional.of(failure(failed.failure(), failed.replan(), failed.review()));
        }
        if (result instanceof Result.Degraded degraded && degraded.effect() == Effect.UNCERTAIN) {
            return Optional.of(failure(degraded.outcome().failure(), false, Optional.empty()));
        }
        return Optional.empty();
    }

    /** The result that was kept. */
    static Result read(String text) {
        try {
            ObjectNode document = (ObjectNode) StrictJson.read(text);
            return document.has("output") ? succeeded(document) : failed(document);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("a recorded outcome is not what was written", e);
        }
    }

    private static String success(Result.Succeeded succeeded) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("output", succeeded.outcome().output());
        succeeded.outcome().errors().forEach(document.putArray("errors")::add);
        succeeded
                .fallback()
                .ifPresent(other -> document.putObject("fallback")
                        .put("connector", other.connector())
                        .put("op", other.op())
                        .put("instead", FailureEnvelope.write(other.instead())));
        return StrictJson.write(document);
    }

    private static String failure(Failure failure, boolean replan, Optional<String> review) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("failure", FailureEnvelope.write(failure))
                .put("replan", replan);
        review.ifPresent(id -> document.put("review", id));
        return StrictJson.write(document);
    }

    private static Result succeeded(ObjectNode document) throws MalformedJsonException {
        List<ObjectNode> errors = new ArrayList<>();
        document.get("errors").forEach(error -> errors.add((ObjectNode) error));
        Outcome.Succeeded outcome =
                new Outcome.Succeeded((ObjectNode) document.get("output"), errors, Usage.none(0), Transcript.EMPTY);
        Optional<Result.Substitute> fallback = Optional.empty();
        if (document.get("fallback") instanceof ObjectNode other) {
            fallback = Optional.of(new Result.Substitute(
                    other.get("connector").textValue(),
                    other.get("op").textValue(),
                    FailureEnvelope.read(other.get("instead").textValue())));
        }
        return new Result.Succeeded(outcome, fallback, true, List.of());
    }

    private static Result failed(ObjectNode document) throws MalformedJsonException {
        Failure failure = FailureEnvelope.read(document.get("failure").textValue());
        return new Result.Failed(
                new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY),
                new Recovery.Surface(),
                document.get("replan").booleanValue(),
                Optional.ofNullable(document.get("review")).map(JsonNode::textValue),
                Effect.UNCERTAIN,
                true,
                List.of());
    }
}
