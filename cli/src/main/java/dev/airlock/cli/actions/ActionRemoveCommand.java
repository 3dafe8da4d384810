package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.FileProblem;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.registry.store.StoreChange;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock action remove}: removes an action from the user's own. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Removes an action from $AIRLOCK_HOME/actions.",
            "The connectors that it pins stay: airlock uninstall removes one that no other action pins."
        },
        footer = {"", "Example:", "  airlock action remove ship-update"})
final class ActionRemoveCommand implements Callable<Integer> {
    private static final String UNDONE = "Nothing was removed";

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME", description = "The action's name, or that of its file there.")
    private String name = "";

    @Mixin
    private JsonFlag json = new JsonFlag();

    ActionRemoveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    @SuppressWarnings("try") // the change of the store is only held
    public Integer call() {
        if (ActionFile.in(ActionFile.home(terminal)).isEmpty()) {
            throw CommandProblem.configuration(
                    UNDONE + ": there are no actions in " + TypedFile.shown(ActionFile.home(terminal)) + ".",
                    List.of());
        }
        try (StoreChange change = StoreAccess.store(terminal).change()) {
            ActionFile action = ActionFile.own(terminal, name);
            String called = nameOf(action);
            List<String> pinned = pinned(action);
            remove(action, called, pinned);
            print(called, pinned);
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            throw StoreAccess.unusable(e, "nothing was removed");
        }
    }

    /** Removes the action while the store is held, so that no other process removes connectors by pins that are about to end. */
    private void remove(ActionFile action, String called, List<String> pinned) {
        Path folder = ActionFile.home(terminal);
        if (!Files.isWritable(folder)) {
            throw unremovable(action, new AccessDeniedException(folder.toString()));
        }
        List<String> subjects = pinned.stream().map(pin -> "connector   " + pin).toList();
        new ConsentRecord("removal of the action " + called, "", subjects).require(terminal, UNDONE);
        try {
            Files.delete(action.file());
            new ActionAgreement(terminal).forget(called);
        } catch (IOException e) {
            throw unremovable(action, e);
        }
    }

    private static CommandProblem unremovable(ActionFile action, IOException e) {
        return CommandProblem.configuration(
                UNDONE + ": " + TypedFile.shown(action.file()) + " cannot be removed. " + FileProblem.words(e),
                List.of());
    }

    /** Returns its pins; empty if it has problems, which do not prevent its removal. */
    private static List<String> pinned(ActionFile action) {
        return action.action()
                .map(known -> known.connectors().stream()
                        .map(ActionRemoveCommand::describe)
                        .toList())
                .orElse(List.of());
    }

    private static String describe(RequiredConnector required) {
        return required.reference() + " " + required.hash();
    }

    private static String nameOf(ActionFile action) {
        return action.action().map(Action::name).orElseGet(() -> TypedFile.shown(Path.of(action.name())));
    }

    private void print(String called, List<String> pinned) {
        if (json.isGiven()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("removed", called);
            pinned.forEach(document.putArray("pinned")::add);
            terminal.out().println(SafeJson.line(document));
        } else {
            terminal.out().println("removed " + called);
        }
    }
}
