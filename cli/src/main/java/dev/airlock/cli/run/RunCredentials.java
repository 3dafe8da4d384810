package dev.airlock.cli.run;

import dev.airlock.cli.binding.VaultAccess;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.List;
import java.util.Optional;

/** The vault for one run, opened only if the manifest declares a credential and something was ever bound. */
final class RunCredentials implements AutoCloseable {
    private final Optional<CredentialSource> source;
    private final CredentialRefresh refresh;
    private final Redactor secrets;
    private final Runnable close;

    private RunCredentials(
            Optional<CredentialSource> source, CredentialRefresh refresh, Redactor secrets, Runnable close) {
        this.source = source;
        this.refresh = refresh;
        this.secrets = secrets;
        this.close = close;
    }

    static RunCredentials ofTheScript() {
        return new RunCredentials(Optional.empty(), CredentialRefresh.none(), Redactor.ofNothing(), () -> {});
    }

    static RunCredentials open(
            Terminal terminal,
            ConnectorIdentity identity,
            ConnectorManifest manifest,
            Optional<BindingName> chosen,
            List<String> allowPrivate) {
        VaultAccess access = new VaultAccess(terminal);
        if (manifest.capabilities().credential().isEmpty() || !access.exists()) {
            return new RunCredentials(
                    Optional.of(CredentialSource.none()), CredentialRefresh.none(), Redactor.ofNothing(), () -> {});
        }
        Vault vault = access.open();
        Bindings bindings = Bindings.of(vault, RunEnvironment.addresses(allowPrivate));
        CredentialSource source = bindings.sourceFor(identity, manifest, chosen);
        return new RunCredentials(Optional.of(source), bindings.refresh(), source.redactor(manifest), () -> {
            bindings.close();
            vault.close();
        });
    }

    LoadOptions addTo(LoadOptions options) {
        return source.map(options::withCredentials).orElse(options);
    }

    /** Takes out what no record may hold. */
    Redactor secrets() {
        return secrets;
    }

    /** Renews what a service does not accept any more. */
    CredentialRefresh refresh() {
        return refresh;
    }

    @Override
    public void close() {
        close.run();
    }
}
