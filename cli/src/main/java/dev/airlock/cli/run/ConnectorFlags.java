package dev.airlock.cli.run;

import dev.airlock.cli.binding.BindingPart;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.manifests.ConnectorManifest;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a command that calls one connector. */
final class ConnectorFlags extends CallFlags {
    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = "Answer the connector's requests from this script. Default: the network.")
    private @Nullable Path upstream;

    @Option(
            names = "--binding",
            paramLabel = "NAME",
            description = "Which of several bindings to use. Default: the only one, or the one called default.")
    private @Nullable String binding;

    /** The script that answers in the place of the world. */
    Optional<Path> upstream() {
        return Optional.ofNullable(upstream);
    }

    @Override
    public boolean scripted() {
        return upstream != null;
    }

    /** A scripted run has the script's credentials, and the vault is not touched. */
    RunCredentials credentials(Terminal terminal, ConnectorPlace place, ConnectorManifest manifest) {
        return scripted()
                ? RunCredentials.ofTheScript()
                : RunCredentials.open(
                        terminal,
                        place.identity(manifest),
                        manifest,
                        Optional.ofNullable(binding).map(BindingPart::name),
                        allowPrivate());
    }
}
