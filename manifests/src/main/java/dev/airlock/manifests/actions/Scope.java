package dev.airlock.manifests.actions;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The things that a reference may name at a place: the action's inputs, and the steps before that place. */
final class Scope {
    private final Set<String> names;
    private final Map<String, Action.Input> inputs = new LinkedHashMap<>();
    private final Map<String, Boolean> steps = new LinkedHashMap<>();

    /**
     * @param names the names of all inputs
     * @param known the inputs that could be read
     */
    Scope(Set<String> names, List<Action.Input> known) {
        this.names = Set.copyOf(names);
        known.forEach(input -> inputs.putIfAbsent(input.name(), input));
    }

    /** Adds a step that is before the place from now on. */
    void add(String step, boolean optional) {
        steps.put(step, optional);
    }

    /** Returns whether that step is before the place. */
    boolean hasStep(String step) {
        return steps.containsKey(step);
    }

    /** Returns whether that step before the place is optional. */
    boolean isOptional(String step) {
        return steps.getOrDefault(step, false);
    }

    /** Returns advice that names the earlier step whose id is nearest to a word. */
    String nearestStep(String word) {
        return Nearest.to(word, steps.keySet())
                .map(near -> "did you mean " + near + "?")
                .orElse(steps.isEmpty() ? "no step is before this one" : "steps before are " + list(steps));
    }

    /** Returns the reference, if it names something that can exist. */
    Parsed<Reference> check(Reference reference) {
        if (!reference.isArgs()) {
            return hasStep(reference.root())
                    ? Parsed.ok(reference)
                    : Parsed.wrong(reference + " names no step before this one", nearest(reference.root()));
        }
        if (reference.path().isEmpty()) {
            return Parsed.wrong(
                    "${args} would pass on everything that the caller gives",
                    "name one input, for instance ${args.text}");
        }
        String name = reference.path().get(0);
        Action.@Nullable Input input = inputs.get(name);
        if (input == null && names.contains(name)) {
            return Parsed.ok(reference);
        }
        if (input == null) {
            return Parsed.wrong(
                    reference + " names no input",
                    Nearest.to(name, names)
                            .map(near -> "did you mean ${args." + near + "}?")
                            .orElse("declare it: [[inputs]] with name = " + Printable.quoted(name)));
        }
        return reference.path().size() > 1 && input.type().isScalar()
                ? Parsed.wrong(
                        reference + " goes into " + name + ", which is of type "
                                + input.type().word(),
                        "write ${args." + name + "}")
                : Parsed.ok(reference);
    }

    /** Checks a reference inside a text, where a value cannot be one that may be absent, a list or an object. */
    Parsed<Reference> checkInText(Reference reference) {
        if (!reference.isArgs()) {
            return isOptional(reference.root())
                    ? Parsed.wrong(
                            reference + " is part of a text, and its step is optional",
                            "make it the whole value, so that it can be left out")
                    : Parsed.ok(reference);
        }
        Action.@Nullable Input input = inputs.get(reference.path().get(0));
        if (input != null && input.mayBeAbsent()) {
            return Parsed.wrong(
                    reference + " is part of a text, and the input is optional",
                    "give the input a default, or make the reference the whole value");
        }
        return input != null && !input.type().isScalar() && reference.path().size() == 1
                ? Parsed.wrong(
                        reference + " is part of a text, and is of type "
                                + input.type().word(),
                        "make it the whole value")
                : Parsed.ok(reference);
    }

    private String nearest(String root) {
        List<String> known = new ArrayList<>(steps.keySet());
        known.add(Reference.ARGS);
        return Nearest.to(root, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("inputs are ${args.NAME}; " + nearestStep(root));
    }

    private static String list(Map<String, Boolean> steps) {
        return String.join(", ", steps.keySet());
    }
}
