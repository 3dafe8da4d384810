package dev.airlock.cli.run.flags;

import dev.airlock.cli.binding.BindingPart;
import dev.airlock.cli.binding.OpenVault;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.sandbox.api.LoadOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a command that calls one connector. */
public final class ConnectorFlags extends CallFlags {
    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = "Answer the connector's requests from this script. Default: the network.")
    private @Nullable Path upstream;

    @Option(
            names = "--binding",
            paramLabel = "NAME",
            description = "The binding to use, if there are several. Default: the only one, or the one called default.")
    private @Nullable String binding;

    /** Returns the script that replaces the network. */
    public Optional<Path> upstream() {
        return Optional.ofNullable(upstream);
    }

    @Override
    public boolean scripted() {
        return upstream != null;
    }

    /** Opens the environment of the run: the network, or the script in its place. */
    public RunEnvironment environment(Terminal terminal, Faults faults, ConnectorManifest manifest) {
        return RunEnvironment.open(
                terminal, faults, List.of(manifest), upstream().stream().toList(), allowPrivate());
    }

    /** Opens the vault, if it is needed. */
    public OpenVault vault(Terminal terminal, ConnectorManifest manifest) {
        return OpenVault.ifWanted(terminal, List.of(manifest), scripted());
    }

    /** Returns the options with the chosen binding. */
    public LoadOptions bound(Airlock airlock, ConnectorFiles files, ConnectorManifest manifest, LoadOptions options) {
        if (binding == null || airlock.bindings().isEmpty()) {
            return options;
        }
        return options.withCredentials(airlock.bindings()
                .get()
                .sourceFor(files.identity().orElseThrow(), manifest, BindingPart.name(binding)));
    }

    /** Returns the call with a record of the addresses that were allowed. */
    public CallRequest agreedTo(CallRequest request) {
        return allowPrivate().isEmpty()
                ? request
                : request.consenting(new CallRequest.Consent("addresses that are not public", allowPrivate()));
    }
}
