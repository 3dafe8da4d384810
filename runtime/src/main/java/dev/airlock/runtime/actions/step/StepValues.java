package dev.airlock.runtime.actions.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Reference;
import dev.airlock.manifests.actions.Template;
import dev.airlock.manifests.actions.Template.Found;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of the references in an action's steps: the inputs, and the outputs of earlier steps. Confined to one run. */
public final class StepValues {
    private final Action action;
    private final ObjectNode inputs;
    private final Map<String, JsonNode> outputs = new HashMap<>();

    public StepValues(Action action, ObjectNode inputs) {
        this.action = action;
        this.inputs = inputs;
    }

    /** Returns the inputs, with defaults. */
    public ObjectNode inputs() {
        return inputs;
    }

    /** Sets the output of a step. */
    public void put(String step, JsonNode output) {
        outputs.put(step, output);
    }

    public Template.Filled fill(Template template) {
        return template.fill(this::find);
    }

    private Found find(Reference reference) {
        return reference.isArgs() ? input(reference) : output(reference);
    }

    private Found input(Reference reference) {
        if (reference.path().isEmpty()) {
            return new Found.Missing(reference + " names no input.");
        }
        String name = reference.path().get(0);
        if (!inputs.has(name)) {
            boolean mayBeAbsent =
                    action.inputs().stream().anyMatch(input -> input.name().equals(name) && input.mayBeAbsent());
            return mayBeAbsent ? new Found.Absent() : new Found.Missing(reference + " was not given.");
        }
        return descend(
                reference,
                inputs.path(name),
                reference.path().subList(1, reference.path().size()));
    }

    /** Returns the output of a step; absent if the step was skipped or lost, which only happens to optional steps. */
    private Found output(Reference reference) {
        Optional<JsonNode> output = Optional.ofNullable(outputs.get(reference.root()));
        return output.map(given -> descend(reference, given, reference.path())).orElseGet(Found.Absent::new);
    }

    private static Found descend(Reference reference, JsonNode from, List<String> path) {
        JsonNode node = from;
        for (String word : path) {
            node = node.isArray() && isIndex(word) ? node.path(Integer.parseInt(word)) : node.path(word);
        }
        return node.isMissingNode()
                ? new Found.Missing(reference + " is not there.")
                : new Found.Value(node.deepCopy());
    }

    private static boolean isIndex(String word) {
        return word.length() < 10 && word.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
