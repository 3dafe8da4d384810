package dev.airlock.cli.install;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.packages.ConnectorPackage;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Refuses an archive or a folder in place of a connector's name. Its contents cannot replace a person's statement of the wanted connector.
 */
record PlaceInstead(Terminal terminal) {
    private static final ConnectorReference ANY =
            ConnectorReference.parse("local://any/connector@0.0.0").orThrow();

    /** Ends the command with the correct words if such a file exists. Otherwise does nothing. */
    void refuse(String typed) {
        if (isFile(typed)) {
            String shown = TypedFile.shown(Path.of(typed));
            String name = held(typed).map(ConnectorReference::toString).orElse("NAME@VERSION");
            throw CommandProblem.usage(shown
                    + (Files.isDirectory(terminal.resolve(Path.of(typed))) ? " is a folder." : " is a file.")
                    + " Name the connector and its version too: airlock"
                    + " install " + name + " --from " + shown);
        }
    }

    private boolean isFile(String typed) {
        try {
            return !typed.isEmpty()
                    && Place.of(typed).scheme().isEmpty()
                    && Files.exists(terminal.resolve(Path.of(typed)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private Optional<ConnectorReference> held(String typed) {
        try {
            // A place on this machine returns its connector, whatever the requested name.
            ConnectorPackage content =
                    Sources.file(Path.of(typed), terminal::resolve).fetch(ANY);
            return content.readManifest() instanceof ManifestResult.Read read
                    ? Optional.of(read.manifest().connector().reference())
                    : Optional.empty();
        } catch (SourceException e) {
            return Optional.empty();
        }
    }
}
