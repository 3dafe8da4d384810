package dev.airlock.cli.actions;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.Input;
import dev.airlock.manifests.actions.Action.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock action show}: shows the inputs, connectors and steps of an action. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows an action's inputs, connectors and steps.",
            "With --json, prints it as in a tool catalogue: name, description, and a JSON Schema of its parameters."
        },
        footer = {"", "Example:", "  airlock action show sample-connectors/actions/ship-update.md"})
final class ActionShowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "ACTION", description = "An action file, or the name of an action.")
    private String action = "";

    @Mixin
    private JsonFlag json = new JsonFlag();

    ActionShowCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ActionFile file = ActionFile.named(terminal, action);
        Action read = file.actionOrProblem();
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(ActionDocument.of(read)));
        } else {
            lines(read).forEach(terminal.out()::println);
            new ActionAgreement(terminal).changes(file, read).forEach(terminal.out()::println);
        }
        return ExitCode.SUCCESS;
    }

    private static List<String> lines(Action action) {
        List<String> lines = new ArrayList<>();
        lines.add(action.name() + "@" + action.version());
        lines.add("  " + ForeignText.clean(action.description()));
        lines.add("  " + action.hash());
        lines.add("inputs");
        action.inputs().forEach(input -> lines.add("  " + input(input)));
        lines.add("connectors");
        action.connectors()
                .forEach(connector -> lines.add("  " + connector.reference() + "  "
                        + connector.capabilities().stream()
                                .map(ForeignText::clean)
                                .collect(Collectors.joining(", "))
                        + "  " + connector.hash()));
        lines.add("steps");
        action.steps().forEach(step -> lines.add("  " + step(step)));
        lines.add("approval");
        lines.add(action.approval().required() ? "  needed for each run" : "  not needed");
        return lines;
    }

    private static String input(Input input) {
        String type = input.type().word()
                + input.itemsType().map(items -> " of " + items.word()).orElse("");
        String need = input.standard()
                .map(value -> ", default " + ForeignText.clean(StrictJson.write(value)))
                .orElse(input.required() ? "" : ", optional");
        String choices = input.choices().isEmpty()
                ? ""
                : ", one of "
                        + input.choices().stream()
                                .map(StrictJson::write)
                                .map(ForeignText::clean)
                                .collect(Collectors.joining(", "));
        return input.name() + "  " + type + need + choices + "  " + ForeignText.clean(input.description());
    }

    private static String step(Step step) {
        String more = (step.optional() ? ", optional" : "")
                + step.when()
                        .map(when -> ", when " + when.step() + (when.failed() ? ".failed" : ".succeeded"))
                        .orElse("")
                + step.fallback()
                        .map(other -> ", else " + other.connector() + " " + ForeignText.clean(other.op()))
                        .orElse("");
        return step.id() + "  " + step.target().connector() + " "
                + ForeignText.clean(step.target().op()) + more;
    }
}
