package dev.airlock.cli.actions;

import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Confirmation;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.AgreedActions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The texts of actions that a person agreed to, in this user's home. */
final class ActionAgreement {
    private final Terminal terminal;
    private final AgreedActions agreed;

    ActionAgreement(Terminal terminal) {
        this.terminal = terminal;
        this.agreed = AgreedActions.of(UserFolders.home(terminal));
    }

    /** Returns the record of a person's consent to an action as that screen shows it. */
    static ConsentRecord consent(boolean update, Action action, List<String> screen) {
        List<String> subjects = new ArrayList<>(screen);
        subjects.add(ConsentScreen.labelled("file", action.hash()));
        return new ConsentRecord(update ? "update of an action" : "new action", "", subjects);
    }

    /** Stores a text that a person agreed to. */
    void agree(Action action, byte[] text) {
        try {
            agreed.agree(action.name(), text);
        } catch (IOException e) {
            throw unusable();
        }
    }

    /** Forgets an action that was removed. */
    void forget(String action) {
        try {
            agreed.forget(action);
        } catch (IOException e) {
            throw unusable();
        }
    }

    /**
     * Compares an action's file with the text that a person agreed to. A file in another folder, or one that was put into the folder by
     * hand, is the responsibility of the person who names it.
     *
     * @return the call to make; one that will be refused if the file changed and no person can be asked; empty if a person was asked and
     *     does not agree
     */
    Optional<ActionCall> held(ActionFile file, ActionCall call) {
        Optional<byte[]> before = changed(file, call.action());
        if (before.isEmpty()) {
            return Optional.of(call);
        }
        if (!terminal.interactive()) {
            return Optional.of(call.agreedAs(hash(before.get())));
        }
        return ask(file, call, before.get()) ? Optional.of(call) : Optional.empty();
    }

    /** Returns the changes of an action in this home since a person agreed to it; empty if its file is the same. */
    List<String> changes(ActionFile file, Action action) {
        return changed(file, action).map(before -> changes(action, before)).orElse(List.of());
    }

    /** Returns the text that a person agreed to, if the file of an action in this home differs from it. */
    private Optional<byte[]> changed(ActionFile file, Action action) {
        Optional<byte[]> before = file.isOwn() ? text(action.name()) : Optional.empty();
        return before.filter(text -> !hash(text).equals(action.hash()));
    }

    private static List<String> changes(Action action, byte[] before) {
        List<String> lines =
                new ArrayList<>(ConsentScreen.item("action", action.name() + ", CHANGED since it was agreed to"));
        List<String> changes = ActionReader.read("the action", before) instanceof ActionResult.Read read
                ? ActionWords.wholeDifference(read.action(), action)
                : ActionWords.whole(action).stream()
                        .flatMap(word -> ConsentScreen.item("", word).stream())
                        .toList();
        lines.addAll(
                changes.isEmpty()
                        ? ConsentScreen.item(
                                "",
                                "Its permissions, inputs and steps are the same; only its text or its layout changed.")
                        : changes);
        return lines;
    }

    private boolean ask(ActionFile file, ActionCall call, byte[] before) {
        Action action = call.action();
        List<String> screen = changes(action, before);
        screen.forEach(terminal.err()::println);
        if (!Confirmation.isAnsweredYes(terminal, "Run it as it is now?", call.cancellation())) {
            terminal.err().println("Nothing was run.");
            return false;
        }
        byte[] now = bytes(file, action);
        consent(true, action, screen).require(terminal, "Nothing was run");
        agree(action, now);
        return true;
    }

    private static byte[] bytes(ActionFile file, Action action) {
        try {
            byte[] now = Files.readAllBytes(file.file());
            if (hash(now).equals(action.hash())) {
                return now;
            }
        } catch (IOException e) {
            throw unusable();
        }
        throw CommandProblem.configuration(
                "Nothing was run: the action's file was changed meanwhile. Run the command again.", List.of());
    }

    /** Returns the text that a person agreed to; empty if no person did. */
    Optional<byte[]> text(String action) {
        try {
            return agreed.text(action);
        } catch (IOException e) {
            throw unusable();
        }
    }

    private static String hash(byte[] text) {
        return "sha256:" + Sha256.hex(text);
    }

    private static CommandProblem unusable() {
        return CommandProblem.configuration(
                "The record of agreed actions, $AIRLOCK_HOME/agreed, cannot be read or written. Check its"
                        + " permissions and the free space on its disk.",
                List.of());
    }
}
