package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.FileProblem;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ActionConnectors;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.cli.install.Installing;
import dev.airlock.cli.install.PinnedConnectors;
import dev.airlock.cli.install.Place;
import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadRequest;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Status;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock action add}: adds an action, with the connectors that it pins, after one decision by a person. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Adds an action to $AIRLOCK_HOME/actions and installs the connectors that it pins, after you agree.",
            "One screen shows the action, the operations that it uses, and each connector to install.",
            "If you cancel, nothing is left behind."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the action is added and can run",
            "1:a hash or a signature is wrong; nothing was added",
            "2:wrong usage or configuration, or an action with problems; nothing was added",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock action add ship-update.md",
            "  airlock action add https://example.com/actions/ship-update.md",
            "  airlock action add ship-update.md --connectors build/connectors"
        })
final class ActionAddCommand implements Callable<Integer> {
    private static final int LARGEST = 1 << 20;

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "SOURCE", description = "An action file, or the https URL of one.")
    private String source = "";

    @Mixin
    private FromFolders folders = new FromFolders();

    @Mixin
    private Installing installing = new Installing();

    ActionAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return installing.run(terminal, () -> {
            try (Installing.Fetching fetching = installing.fetching(terminal)) {
                return add(fetching);
            }
        });
    }

    private int add(Installing.Fetching fetching) throws IOException {
        byte[] bytes = bytes(fetching.downloads());
        Action action = action(bytes);
        Path file = ActionFile.home(terminal).resolve(action.name() + ActionFile.ENDING);
        requireNoOther(action, file);
        ConnectorStore store = StoreAccess.store(terminal);
        Keyring keyring = KeyringAccess.read(terminal);
        ActionConnectors connectors = ActionConnectors.of(List.of(action), store, keyring);
        List<Candidate> candidates = connectors.refusal().isPresent()
                ? List.of()
                : connectors.fetched(folders.origin(terminal, fetching), store, keyring, SettingsFile.read(terminal));
        fetching.close();
        Optional<Failure> refusal = connectors.refusal().or(() -> Installing.refusal(candidates));
        if (refusal.isPresent()) {
            return installing.print(terminal, refusal.get());
        }
        List<Candidate.Ready> ready = Installing.ready(candidates);
        return decided(
                new Addition(action, bytes, file, before(file)),
                connectors,
                ready,
                new PinnedConnectors(store, keyring));
    }

    /** The action to add. */
    private static final class Addition {
        private final Action action;
        private final byte[] bytes;
        private final Path file;
        private final Optional<byte[]> before;

        /** @param before the present contents of the file */
        Addition(Action action, byte[] bytes, Path file, Optional<byte[]> before) {
            this.action = action;
            this.bytes = bytes;
            this.file = file;
            this.before = before;
        }
    }

    private int decided(
            Addition addition, ActionConnectors connectors, List<Candidate.Ready> ready, PinnedConnectors pins)
            throws IOException {
        boolean update = addition.before.isPresent();
        // the text that a person agreed to, whatever the file holds now
        Optional<Action> before = addition.before
                .map(there -> new ActionAgreement(terminal)
                        .text(addition.action.name())
                        .orElse(there))
                .flatMap(ActionAddCommand::known);
        List<String> screen = new ArrayList<>(screen(addition.action, before, update));
        List<String> pinned = ConsentScreen.lines(pins.changed(addition.action, before, ready));
        if (!pinned.isEmpty()) {
            screen.add("");
            screen.addAll(pinned);
        }
        if (!installing.agreed(terminal, screen, ready, "Add it?", "Nothing was added")) {
            return ExitCode.CANCELLED;
        }
        ConsentRecord consent = ActionAgreement.consent(update, addition.action, screen);
        // The change is held until the pins are written, so that no other process removes connectors that they need.
        try (StoreChange change = pins.store().change()) {
            requireAsShown(addition);
            connectors.requireStillWhole(pins.store(), KeyringAccess.read(terminal), "Nothing was added");
            try (WholeFile.Staged staged = staged(addition)) {
                Installing.install(terminal, ready, change, List.of(consent));
                publish(staged, addition.file);
                new ActionAgreement(terminal).agree(addition.action, addition.bytes);
            }
        }
        print(addition.action, ready);
        return ExitCode.SUCCESS;
    }

    private static Optional<Action> known(byte[] there) {
        return ActionReader.read("the action", there) instanceof ActionResult.Read read
                ? Optional.of(read.action())
                : Optional.empty();
    }

    /** Returns the present contents of the action's file, whatever they are. */
    private Optional<byte[]> before(Path file) {
        return Files.exists(file) ? Optional.of(TypedFile.bytes(terminal, file, LARGEST + 1L)) : Optional.empty();
    }

    /** Stages the action's file first, so that no connectors are installed and recorded for an action that cannot be written. */
    private static WholeFile.Staged staged(Addition addition) {
        try {
            return WholeFile.stage(addition.file, addition.bytes);
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "Nothing was added: " + TypedFile.shown(addition.file) + " cannot be written. "
                            + FileProblem.words(e),
                    List.of());
        }
    }

    /** Checks that the file has not changed since the screen showed the differences from it. */
    private void requireAsShown(Addition addition) {
        requireNoOther(addition.action, addition.file);
        Optional<byte[]> now = before(addition.file);
        if (!Arrays.equals(addition.before.orElse(null), now.orElse(null))) {
            throw CommandProblem.configuration(
                    "Nothing was added: " + TypedFile.shown(addition.file)
                            + " was changed meanwhile. Run the command again.",
                    List.of());
        }
    }

    private static void publish(WholeFile.Staged staged, Path file) {
        try {
            staged.publish();
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The action was not added, though its connectors are installed: " + TypedFile.shown(file)
                            + " cannot be written. " + FileProblem.words(e),
                    List.of());
        }
    }

    private byte[] bytes(Downloads downloads) {
        Place place = Place.of(source);
        if (!place.isWeb() && place.scheme().isPresent()) {
            throw CommandProblem.configuration(
                    "Nothing was added. " + place.refused() + " Name a file, or an https URL.", List.of());
        }
        if (!place.isWeb()) {
            return TypedFile.bytes(terminal, Path.of(source), LARGEST + 1L);
        }
        try {
            DownloadRequest wanted = DownloadRequest.at(DownloadRequest.https(place.text()), LARGEST);
            HttpResult.Response answer = downloads.get(wanted);
            if (answer.status() != Status.OK) {
                throw Downloads.refused(wanted, answer);
            }
            return answer.body();
        } catch (SourceException e) {
            throw CommandProblem.configuration("Nothing was added. " + e.why(), List.of());
        }
    }

    private Action action(byte[] bytes) {
        if (bytes.length > LARGEST) {
            throw CommandProblem.configuration(
                    "Nothing was added: the file is larger than 1 MiB, the most that an action may have.", List.of());
        }
        ActionResult result = ActionReader.read("the action", bytes);
        if (result instanceof ActionResult.Problems wrong) {
            throw CommandProblem.configuration(
                    "Nothing was added: the action has problems.",
                    wrong.problems().stream().map(Problem::toString).toList());
        }
        return ((ActionResult.Read) result).action();
    }

    /** Refuses an action whose name an action in another file already has, because the name would be ambiguous. */
    private void requireNoOther(Action action, Path file) {
        List<String> others = ActionFile.in(ActionFile.home(terminal)).stream()
                .filter(other -> !other.equals(file))
                .filter(other -> new ActionFile(terminal, other)
                        .action()
                        .filter(known -> known.name().equals(action.name()))
                        .isPresent())
                .map(TypedFile::shown)
                .toList();
        if (!others.isEmpty()) {
            throw CommandProblem.configuration(
                    "Nothing was added: another file holds an action called " + action.name()
                            + ". Remove it, or add this one under another name.",
                    others);
        }
    }

    private static List<String> screen(Action action, Optional<Action> there, boolean update) {
        List<String> lines = new ArrayList<>();
        lines.addAll(ConsentScreen.item("action", action.name()));
        lines.addAll(ConsentScreen.item("version", action.version() + (update ? beforeWords(there) : "")));
        lines.addAll(ConsentScreen.foreign("does", action.description()));
        lines.add(ConsentScreen.labelled("hash", new ContentHash(action.hash()).shortText()));
        boolean isNowUnasked = !action.approval().required()
                && there.filter(known -> known.approval().required()).isPresent();
        lines.add(ConsentScreen.labelled(
                isNowUnasked ? "NEW: approval" : "approval",
                action.approval().required() ? "asked before each run" : "none: it runs when it is called"));
        List<String> known = there.map(ActionAddCommand::uses).orElseGet(() -> uses(action));
        List<String> now = uses(action);
        now.forEach(use -> lines.addAll(ConsentScreen.item(known.contains(use) ? "it uses" : "NEW: it uses", use)));
        known.stream()
                .filter(use -> !now.contains(use))
                .forEach(use -> lines.addAll(ConsentScreen.item("no longer", use)));
        there.ifPresent(before -> lines.addAll(ActionWords.difference(before, action)));
        return lines;
    }

    private static String beforeWords(Optional<Action> there) {
        return there.map(known -> ", replaces " + known.version()).orElse(", replaces a file that is not an action");
    }

    private static List<String> uses(Action action) {
        return action.connectors().stream()
                .flatMap(required -> required.capabilities().stream().map(op -> op + " of " + required.name()))
                .toList();
    }

    private void print(Action action, List<Candidate.Ready> ready) {
        List<String> installed = ready.stream()
                .map(one -> one.manifest().connector().reference().toString())
                .toList();
        if (installing.json()) {
            var document = JsonNodeFactory.instance
                    .objectNode()
                    .put("added", action.name())
                    .put("version", action.version().toString())
                    .put("hash", action.hash());
            var array = document.putArray("installed");
            installed.forEach(array::add);
            terminal.out().println(SafeJson.line(document));
            return;
        }
        installed.forEach(reference -> terminal.out().println("installed " + reference));
        terminal.out().println("added " + action.name() + " " + action.version());
    }
}
