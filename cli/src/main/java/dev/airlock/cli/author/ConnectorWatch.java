package dev.airlock.cli.author;

import dev.airlock.cli.author.build.ConnectorBuild;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The folder of a connector that is built, if its {@code dev.toml} says how, and tried again whenever a file in it changes.
 *
 * @param directory the folder, as a person typed it
 * @param build how it is built; empty if nothing says how
 */
record ConnectorWatch(Terminal terminal, Path directory, Optional<ConnectorBuild> build) {
    /**
     * Returns the folder. Ends the command if nobody agrees to the commands that build it.
     *
     * @param isAllowed whether the person allowed them for this run, by a flag
     */
    static ConnectorWatch agreed(Terminal terminal, Path directory, boolean isAllowed) {
        return new ConnectorWatch(terminal, directory, ConnectorBuild.agreed(terminal, directory, isAllowed));
    }

    /**
     * Builds the connector and tries it, now and after each change.
     *
     * @param trial the work that follows a build that succeeded
     * @param goOn decides before each look whether to continue
     * @return the exit code of a command that a person ended
     */
    int each(FolderWatch.Work trial, BooleanSupplier goOn) throws IOException, InterruptedException {
        FolderWatch folder = new FolderWatch(
                terminal.resolve(directory), build.isPresent() ? ConnectorBuild::isOutput : file -> false);
        return folder.each(() -> round(trial), goOn);
    }

    private Set<Path> round(FolderWatch.Work trial) throws IOException, InterruptedException {
        Set<Path> written = build.isEmpty() || build.get().run() ? trial.run() : Set.of();
        terminal.err().println("watching " + TypedFile.shown(directory) + "; Ctrl-C ends it");
        return written;
    }
}
