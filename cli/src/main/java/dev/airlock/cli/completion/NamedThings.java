package dev.airlock.cli.completion;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.registry.store.StoredConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Names that differ from one machine to the next: installed connectors, and the operations of a connector. A look changes nothing. */
final class NamedThings {
    private final Terminal terminal;

    NamedThings(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns installed connectors, by name where only one version is installed. */
    List<ShellWord> connectors() {
        List<ConnectorManifest.Connector> installed =
                stored().stream().flatMap(stored -> stored.connector().stream()).toList();
        return installed.stream()
                .map(connector -> {
                    boolean isOnly = installed.stream()
                                    .filter(other -> other.name().equals(connector.name()))
                                    .count()
                            == 1;
                    String word = isOnly
                            ? connector.name().toString()
                            : connector.reference().toString();
                    return new ShellWord(word, connector.description().orElse("version " + connector.version()));
                })
                .toList();
    }

    /** Returns the operations of a connector, which a person named by its folder or its name. */
    List<ShellWord> operations(String typed) {
        return manifest(typed).map(ConnectorManifest::operations).orElse(List.of()).stream()
                .map(operation -> new ShellWord(
                        operation.name(),
                        operation.description().orElse("").lines().findFirst().orElse("")))
                .toList();
    }

    private Optional<ConnectorManifest> manifest(String typed) {
        try {
            Path path = Path.of(typed);
            if (ConnectorPlace.isName(path)) {
                String name = ConnectorPlace.shown(path);
                return stored().stream()
                        .filter(stored -> stored.connector()
                                .filter(connector -> name.equals(
                                                connector.name().toString())
                                        || name.equals(connector.reference().toString()))
                                .isPresent())
                        .findFirst()
                        .flatMap(stored -> stored.manifest() instanceof ManifestResult.Read read
                                ? Optional.of(read.manifest())
                                : Optional.empty());
            }
            Path file = terminal.resolve(path).resolve("manifest.toml");
            return Files.isRegularFile(file) && ManifestReader.read(file) instanceof ManifestResult.Read read
                    ? Optional.of(read.manifest())
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private List<StoredConnector> stored() {
        try {
            return StoreAccess.store(terminal).list();
        } catch (IOException e) {
            return List.of();
        }
    }
}
