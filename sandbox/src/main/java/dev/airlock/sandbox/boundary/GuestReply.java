package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A guest's parsed reply: exactly one of the agreed documents, or not. */
sealed interface GuestReply {
    /** Applies the function of this reply's case. */
    <T> T match(
            Function<Output, T> output,
            Function<Reported, T> reported,
            Function<Empty, T> empty,
            Function<Unusable, T> unusable);

    /** {@code {"output":{…}}}, with or without {@code "errors":[{…}]}. */
    record Output(ObjectNode output, List<ObjectNode> errors) implements GuestReply {
        @Override
        public <T> T match(
                Function<Output, T> output,
                Function<Reported, T> reported,
                Function<Empty, T> empty,
                Function<Unusable, T> unusable) {
            return output.apply(this);
        }
    }

    /**
     * {@code {"error":{"class"?,"message","details"?}}}. The class is a claim. Other fields of the error are ignored,
     * and a class or details of null count as absent: an error that can be read is worth more than a complaint about
     * its form.
     */
    record Reported(Optional<String> claimedClass, String message, Optional<JsonNode> details) implements GuestReply {
        @Override
        public <T> T match(
                Function<Output, T> output,
                Function<Reported, T> reported,
                Function<Empty, T> empty,
                Function<Unusable, T> unusable) {
            return reported.apply(this);
        }
    }

    /** Nothing at all, or {@code {}}; the text is that of {@link Unusable}. */
    record Empty(String why) implements GuestReply {
        @Override
        public <T> T match(
                Function<Output, T> output,
                Function<Reported, T> reported,
                Function<Empty, T> empty,
                Function<Unusable, T> unusable) {
            return empty.apply(this);
        }
    }

    /**
     * Any other reply. The text says what it is, and follows "standard output" or the name of the reply's other place.
     */
    record Unusable(String why) implements GuestReply {
        @Override
        public <T> T match(
                Function<Output, T> output,
                Function<Reported, T> reported,
                Function<Empty, T> empty,
                Function<Unusable, T> unusable) {
            return unusable.apply(this);
        }
    }

    /**
     * Reads a reply.
     *
     * @param look runs after every few thousand characters; if it throws, the reading ends
     */
    static GuestReply read(byte[] reply, Runnable look) {
        if (reply.length == 0) {
            return new Empty("is empty");
        }
        try {
            JsonNode document = StrictJson.read(reply, look);
            return document instanceof ObjectNode object ? read(object) : new Unusable("is not a JSON object");
        } catch (MalformedJsonException e) {
            return new Unusable("is not one JSON document: " + e.getMessage());
        }
    }

    private static GuestReply read(ObjectNode document) {
        if (document.isEmpty()) {
            return new Empty("has neither an output nor an error");
        }
        Optional<String> stranger = firstOther(document);
        if (stranger.isPresent()) {
            return new Unusable(
                    "has a field " + ForeignText.quote(ForeignText.clean(stranger.get())) + ", which is unknown");
        }
        if (document.has("output") == document.has("error")) {
            return new Unusable(
                    document.has("output") ? "has both an output and an error" : "has neither an output nor an error");
        }
        return document.has("error") ? error(document) : output(document);
    }

    private static Optional<String> firstOther(ObjectNode document) {
        for (Iterator<String> names = document.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals("output") && !name.equals("error") && !name.equals("errors")) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static GuestReply output(ObjectNode document) {
        if (!(document.get("output") instanceof ObjectNode output)) {
            return new Unusable("has an output that is not an object");
        }
        List<ObjectNode> errors = new ArrayList<>();
        if (document.has("errors")) {
            if (!document.get("errors").isArray()) {
                return new Unusable("has errors that are not an array");
            }
            for (JsonNode error : document.get("errors")) {
                if (!(error instanceof ObjectNode object)) {
                    return new Unusable("has an error in its errors that is not an object");
                }
                errors.add(object);
            }
        }
        return new Output(output, errors);
    }

    private static GuestReply error(ObjectNode document) {
        JsonNode error = document.get("error");
        if (document.has("errors")) {
            return new Unusable("has both an error and errors");
        }
        if (!error.isObject() || !error.path("message").isTextual()) {
            return new Unusable("has an error that is not an object with a message");
        }
        JsonNode claim = error.path("class");
        if (!claim.isMissingNode() && !claim.isNull() && !claim.isTextual()) {
            return new Unusable("has an error whose class is not a text");
        }
        return new Reported(
                Optional.ofNullable(claim.textValue()),
                error.get("message").textValue(),
                Optional.ofNullable(error.get("details")).filter(details -> !details.isNull()));
    }
}
