package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.Finding;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock action list}: lists the actions in a folder. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows the actions in a folder, and the files there that are not valid actions.",
        footer = {"", "Example:", "  airlock action list sample-connectors/actions"})
final class ActionListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A folder of action files. Default: $AIRLOCK_HOME/actions.")
    private @Nullable Path directory;

    @Mixin
    private JsonFlag json = new JsonFlag();

    private final List<Action> actions = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    ActionListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Path folder = directory == null ? ActionFile.home(terminal) : terminal.resolve(directory);
        if (directory != null && !Files.isDirectory(folder)) {
            throw CommandProblem.configuration(TypedFile.shown(directory) + " is not a folder.", List.of());
        }
        for (Path file : ActionFile.in(folder)) {
            ActionResult result = new ActionFile(terminal, file).read();
            if (result instanceof ActionResult.Problems wrong) {
                findings.add(Finding.of(wrong.problems().get(0)));
            } else {
                actions.add(((ActionResult.Read) result).action());
            }
        }
        print();
        return ExitCode.SUCCESS;
    }

    private void print() {
        if (json.isGiven()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("actions");
            actions.forEach(action -> array.add(ActionDocument.of(action)));
            if (!findings.isEmpty()) {
                Finding.addTo(document, findings);
            }
            terminal.out().println(SafeJson.line(document));
            return;
        }
        int width = actions.stream()
                .mapToInt(action -> action.name().length())
                .max()
                .orElse(0);
        actions.forEach(action -> terminal.out()
                .println(action.name() + " ".repeat(width - action.name().length()) + "  " + action.version() + "  "
                        + ForeignText.clean(action.description(), 80)));
        findings.forEach(finding -> terminal.err().println("airlock: not an action: " + finding));
        terminal.out().println(actions.size() == 1 ? "1 action" : actions.size() + " actions");
    }
}
