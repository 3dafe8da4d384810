package dev.airlock.cli.actions;

import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.Input;
import dev.airlock.manifests.actions.Action.Step;
import dev.airlock.manifests.actions.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The inputs and steps of an action as lines, one fact on each, for comparison with an earlier version. */
final class ActionWords {
    private ActionWords() {}

    /** Returns the new and the removed inputs and steps of an action. */
    static List<String> difference(Action before, Action now) {
        return difference(of(before), of(now));
    }

    /** Returns the differences in everything that a file declares; empty if only the body's other text changed. */
    static List<String> wholeDifference(Action before, Action now) {
        return difference(whole(before), whole(now));
    }

    private static List<String> difference(List<String> was, List<String> is) {
        List<String> lines = new ArrayList<>();
        is.stream().filter(word -> !was.contains(word)).forEach(word -> lines.addAll(ConsentScreen.item("NEW", word)));
        was.stream()
                .filter(word -> !is.contains(word))
                .forEach(word -> lines.addAll(ConsentScreen.item("no longer", word)));
        return lines;
    }

    /** Returns everything that an action declares: its permissions, inputs, steps and descriptions. */
    static List<String> whole(Action action) {
        List<String> words = new ArrayList<>(List.of(
                "version " + action.version(),
                action.approval().required()
                        ? "approval: asked before each run"
                        : "approval: none, it runs when it is called"));
        action.connectors().forEach(connector -> {
            words.add("it pins " + connector.reference() + " to " + connector.hash());
            connector.capabilities().forEach(op -> words.add("it uses " + op + " of " + connector.name()));
        });
        words.addAll(of(action));
        words.add("its description: " + action.description());
        action.intent().ifPresent(intent -> words.add("it is for " + intent));
        action.source().ifPresent(source -> words.add("it was published as " + source));
        return words;
    }

    static List<String> of(Action action) {
        List<String> words = new ArrayList<>();
        action.inputs().forEach(input -> words.add(input(input)));
        String after = "";
        for (Step step : action.steps()) {
            words.add(step(step, after));
            words.addAll(arguments("step " + step.id(), step.target()));
            step.fallback().ifPresent(other -> words.addAll(arguments("its fallback in step " + step.id(), other)));
            after = step.id();
        }
        action.approval().preview().ifPresent(preview -> words.add("the approver is shown " + text(preview)));
        return words;
    }

    private static String input(Input input) {
        return "input " + input.name() + ": " + input.type().word()
                + input.itemsType().map(items -> " of " + items.word()).orElse("")
                + (input.required() ? "" : ", may be absent")
                + input.standard()
                        .map(value -> ", default " + StrictJson.write(value))
                        .orElse("")
                + (input.choices().isEmpty()
                        ? ""
                        : ", one of "
                                + input.choices().stream()
                                        .map(StrictJson::write)
                                        .collect(Collectors.joining(", ")))
                + "; " + input.description();
    }

    private static String step(Step step, String after) {
        return "step " + step.id() + (after.isEmpty() ? " first" : " after " + after) + ": "
                + step.target().op() + " of " + step.target().connector()
                + step.idempotent()
                        .map(may -> may ? ", may be repeated" : ", is never repeated")
                        .orElse("")
                + step.retry()
                        .map(retry -> ", retried by " + StrictJson.write(retry.value()))
                        .orElse("")
                + (step.optional() ? ", optional" : "")
                + step.when()
                        .map(when -> ", when " + when.step() + (when.failed() ? " failed" : " succeeded"))
                        .orElse("")
                + step.refresh().map(other -> ", refreshed by " + other).orElse("")
                + step.fallback()
                        .map(other -> ", else " + other.op() + " of " + other.connector())
                        .orElse("");
    }

    private static List<String> arguments(String of, Action.Target target) {
        return target.inputs() instanceof Template.Members members
                ? members.members().entrySet().stream()
                        .map(member -> of + " is given " + member.getKey() + " = " + text(member.getValue()))
                        .toList()
                : List.of(of + " is given " + text(target.inputs()));
    }

    /** Returns the template as its author wrote it. */
    private static String text(Template template) {
        if (template instanceof Template.Fixed fixed) {
            return StrictJson.write(fixed.value());
        }
        if (template instanceof Template.Whole whole) {
            return whole.reference().toString();
        }
        if (template instanceof Template.Text around) {
            return around.parts().stream().map(ActionWords::part).collect(Collectors.joining("", "\"", "\""));
        }
        if (template instanceof Template.Elements list) {
            return list.elements().stream().map(ActionWords::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return ((Template.Members) template)
                .members().entrySet().stream()
                        .map(member -> member.getKey() + " = " + text(member.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String part(Template.Part part) {
        return part instanceof Template.Part.Written written
                ? written.text()
                : ((Template.Part.Hole) part).reference().toString();
    }
}
