package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.FileProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.registry.install.InstalledConnectors;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.source.ConnectorSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An action file that a person named.
 *
 * @param terminal the terminal whose directory resolves relative paths
 * @param file the file
 */
public record ActionFile(Terminal terminal, Path file) {
    /** The extension of action files. */
    public static final String ENDING = ".md";

    /** Returns the file at that path, or the file of the action of that name in the user's folder. */
    public static ActionFile named(Terminal terminal, String typed) {
        Path path = terminal.resolve(Path.of(typed));
        if (Files.isRegularFile(path)) {
            return new ActionFile(terminal, path);
        }
        return own(terminal, typed);
    }

    /** Returns the action of that name in the user's folder, or the file of that name there, whatever its contents. */
    public static ActionFile own(Terminal terminal, String typed) {
        Optional<ActionFile> file =
                own(terminal).filter(action -> action.name().equals(typed)).findFirst();
        return file.orElseGet(() -> byName(terminal, typed));
    }

    private static ActionFile byName(Terminal terminal, String typed) {
        List<ActionFile> called = own(terminal)
                .filter(file -> file.action()
                        .filter(action -> action.name().equals(typed))
                        .isPresent())
                .toList();
        if (called.size() > 1) {
            throw CommandProblem.configuration(
                    "More than one action in " + TypedFile.shown(home(terminal)) + " is called "
                            + ForeignText.clean(typed) + ". Name its file instead.",
                    called.stream()
                            .map(ActionFile::name)
                            .map(ForeignText::clean)
                            .toList());
        }
        return called.stream().findFirst().orElseGet(() -> broken(terminal, typed));
    }

    private static Stream<ActionFile> own(Terminal terminal) {
        return in(home(terminal)).stream().map(file -> new ActionFile(terminal, file));
    }

    /** Returns the file that should hold the action and has problems, so that its problems are reported. */
    private static ActionFile broken(Terminal terminal, String typed) {
        return own(terminal)
                .filter(file ->
                        file.name().equals(typed + ENDING) && file.action().isEmpty())
                .findFirst()
                .orElseThrow(() -> CommandProblem.configuration(
                        TypedFile.shown(Path.of(typed)) + " is not an action file, and no action in "
                                + TypedFile.shown(home(terminal)) + " has that name. Name a file, or see"
                                + " `airlock action list`.",
                        List.of()));
    }

    /** Returns the folder of the user's own actions. */
    public static Path home(Terminal terminal) {
        return UserFolders.home(terminal).actions();
    }

    /**
     * Returns the files in a folder that may be actions, in the order of their names; empty if there is no such folder. A folder that
     * cannot be listed is a problem, because it might hold actions.
     */
    public static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .filter(file -> Files.isRegularFile(file) || !Files.isReadable(file)) // unreadable files fail later
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of(); // a missing folder holds no actions
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(folder) + " cannot be listed. " + FileProblem.words(e), List.of());
        }
    }

    /** Returns whether it is in the user's folder. */
    public boolean isOwn() {
        return home(terminal)
                .toAbsolutePath()
                .normalize()
                .equals(file.toAbsolutePath().normalize().getParent());
    }

    /** Returns the file's name without the path to it. */
    public String name() {
        return Optional.ofNullable(file.getFileName()).map(Path::toString).orElse("");
    }

    /** Returns the action, or all its problems. */
    public ActionResult read() {
        return ActionReader.read(file);
    }

    /** Returns the action, if it has no problems. */
    public Optional<Action> action() {
        return read() instanceof ActionResult.Read read ? Optional.of(read.action()) : Optional.empty();
    }

    /** Returns the action. Ends the command with all its problems if it has any. */
    public Action actionOrProblem() {
        ActionResult result = read();
        if (result instanceof ActionResult.Problems wrong) {
            boolean one = wrong.problems().size() == 1;
            throw CommandProblem.configuration(
                    "The action has " + (one ? "one problem" : wrong.problems().size() + " problems") + "; correct "
                            + (one ? "it" : "them") + " and run the command again.",
                    wrong.problems().stream().map(Problem::toString).toList());
        }
        return ((ActionResult.Read) result).action();
    }

    /** Returns the source of its connectors: the named folders, or else the store, the file's folder and the folder above it. */
    public ConnectorSource connectors(List<Path> named) {
        if (!named.isEmpty()) {
            return new ConnectorFolders(named.stream().map(terminal::resolve).toList());
        }
        List<Path> around = new ArrayList<>();
        Optional.ofNullable(file.toAbsolutePath().getParent()).ifPresent(folder -> {
            around.add(folder);
            Optional.ofNullable(folder.getParent()).ifPresent(around::add);
        });
        KeyringAccess.read(terminal); // a problem with the keyring ends the command here
        ConnectorSource installed = new InstalledConnectors(UserFolders.data(terminal)).source();
        return ConnectorSource.either(installed, new ConnectorFolders(around));
    }
}
