package dev.airlock.runtime.actions.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.Input;
import dev.airlock.manifests.actions.Reference;
import dev.airlock.manifests.actions.Template;
import dev.airlock.runtime.schema.JsonShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a step's known arguments against the operation's schema, before the action runs. */
final class StaticArguments {
    private final Action action;
    private final JsonNode schema;
    private final Map<String, Template> members;
    private final String op;
    private final List<Wrong> problems = new ArrayList<>();

    /** One problem with its correction. */
    record Wrong(String what, String right) {}

    StaticArguments(Action action, Action.Target target, JsonNode schema) {
        this.action = action;
        this.schema = schema;
        this.op = target.op();
        this.members = target.inputs() instanceof Template.Members object ? object.members() : Map.of();
    }

    List<Wrong> problems() {
        schema.path("required").forEach(name -> required(name.asText()));
        members.forEach(this::member);
        fixed();
        return problems;
    }

    private void required(String name) {
        Template given = members.get(name);
        if (given == null) {
            wrong(op + " needs the argument " + Printable.quoted(name), "add it to [execute.inputs]");
        } else if (given instanceof Template.Whole hole && mayBeAbsent(hole.reference())) {
            wrong(
                    op + " needs the argument " + Printable.quoted(name) + ", and " + hole.reference()
                            + " may be absent",
                    "give the input a default or make it required, or refer to a value that is always there");
        }
    }

    private void member(String name, Template given) {
        JsonNode property = schema.path("properties").path(name);
        boolean isClosed = schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").booleanValue();
        if (property.isMissingNode() && isClosed && !schema.has("patternProperties")) {
            List<String> known = new ArrayList<>();
            schema.path("properties").fieldNames().forEachRemaining(known::add);
            wrong(
                    op + " takes no argument " + Printable.quoted(name),
                    Nearest.to(name, known)
                            .map(near -> "did you mean " + near + "?")
                            .orElse("it takes " + (known.isEmpty() ? "none" : String.join(", ", known))));
        } else if (given instanceof Template.Whole hole) {
            type(name, hole.reference(), property.path("type"));
        } else if (given instanceof Template.Text) {
            type(name, "a text", "string", property.path("type"));
        }
    }

    private void type(String name, Reference reference, JsonNode type) {
        if (reference.path().size() == 1) {
            input(reference)
                    .ifPresent(input ->
                            type(name, reference.toString(), input.type().word(), type));
        }
    }

    private void type(String name, String what, String given, JsonNode type) {
        List<String> taken = new ArrayList<>();
        if (type.isTextual()) {
            taken.add(type.textValue());
        }
        type.elements().forEachRemaining(one -> taken.add(one.asText()));
        boolean fits = taken.isEmpty()
                || taken.contains(given)
                || (given.equals("integer") && taken.contains("number"))
                || (given.equals("number") && taken.contains("integer"));
        if (!fits) {
            wrong(
                    "the argument " + Printable.quoted(name) + " of " + op + " is of type " + String.join(" or ", taken)
                            + ", and " + what + " is of type " + given,
                    "give a value of that type");
        }
    }

    /** Checks the arguments that the author wrote, without those that are not known yet. */
    private void fixed() {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        members.forEach((name, template) -> {
            if (template.references().findAny().isEmpty()
                    && template.fill(hole -> new Template.Found.Absent()) instanceof Template.Filled.Value value
                    && schema.path("properties").has(name)) {
                known.set(name, value.value());
            }
        });
        JsonShape.Reading reading = JsonShape.read(withoutNeeds());
        if (reading instanceof JsonShape.Reading.Unusable unusable) {
            wrong(
                    "the connector's schema of the arguments of " + op + " cannot be used: " + unusable.why(),
                    "ask its author to correct it");
        } else {
            ((JsonShape.Reading.Usable) reading)
                    .shape()
                    .problems(known)
                    .forEach(problem ->
                            wrong(op + " does not accept this value: " + problem, "write a value that fits"));
        }
    }

    /** Returns the schema without the keywords that concern all arguments together. */
    private JsonNode withoutNeeds() {
        ObjectNode each = JsonNodeFactory.instance.objectNode();
        for (String keyword : List.of("type", "properties", "$defs", "definitions")) {
            if (schema.has(keyword)) {
                each.set(keyword, schema.get(keyword));
            }
        }
        return each;
    }

    private boolean mayBeAbsent(Reference reference) {
        if (reference.isArgs()) {
            return input(reference).map(Input::mayBeAbsent).orElse(false);
        }
        return action.steps().stream()
                .filter(step -> step.id().equals(reference.root()))
                .anyMatch(step -> step.optional() || step.when().isPresent());
    }

    private Optional<Input> input(Reference reference) {
        return reference.isArgs() && !reference.path().isEmpty()
                ? action.inputs().stream()
                        .filter(input -> input.name().equals(reference.path().get(0)))
                        .findFirst()
                : Optional.empty();
    }

    private void wrong(String what, String right) {
        problems.add(new Wrong(what, right));
    }
}
