package dev.airlock.cli;

import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.actions.PinnedConnector;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The vault for one action, opened once, and only if a connector declares a credential and something was ever bound. */
final class ActionCredentials implements AutoCloseable {
    private final AtomicReference<Redactor> secrets = new AtomicReference<>(Redactor.ofNothing());
    private final boolean scripted;
    private final Optional<Vault> vault;
    private final Optional<Bindings> bindings;

    private ActionCredentials(boolean scripted, Optional<Vault> vault, List<String> allowPrivate) {
        this.scripted = scripted;
        this.vault = vault;
        this.bindings = vault.map(open -> Bindings.of(open, RunEnvironment.addresses(allowPrivate)));
    }

    /** A scripted run has the scripts' credentials, and the vault is not touched. */
    static ActionCredentials open(
            Terminal terminal, List<ConnectorManifest> manifests, boolean scripted, List<String> allowPrivate) {
        VaultAccess access = new VaultAccess(terminal);
        boolean needed = manifests.stream()
                .anyMatch(manifest -> manifest.capabilities().credential().isPresent());
        return new ActionCredentials(
                scripted,
                scripted || !needed || !access.exists() ? Optional.empty() : Optional.of(access.open()),
                allowPrivate);
    }

    /** How a connector is loaded: under its own identity, with what is bound for it. */
    LoadOptions addTo(LoadOptions options, PinnedConnector pinned) {
        LoadOptions known = pinned.files().identity().map(options::withIdentity).orElse(options);
        return scripted ? known : known.withCredentials(source(pinned));
    }

    private CredentialSource source(PinnedConnector pinned) {
        CredentialSource source = bindings.flatMap(open -> pinned.files()
                        .identity()
                        .map(identity -> open.sourceFor(identity, pinned.manifest(), Optional.empty())))
                .orElseGet(CredentialSource::none);
        secrets.updateAndGet(known -> known.and(source.redactor(pinned.manifest())));
        return source;
    }

    /** Takes out what no record may hold, of all connectors that are loaded so far. */
    Redactor secrets() {
        return Objects.requireNonNull(secrets.get());
    }

    /** Renews what a service does not accept any more. */
    CredentialRefresh refresh() {
        return bindings.map(Bindings::refresh).orElseGet(CredentialRefresh::none);
    }

    @Override
    public void close() {
        bindings.ifPresent(Bindings::close);
        vault.ifPresent(Vault::close);
    }
}
