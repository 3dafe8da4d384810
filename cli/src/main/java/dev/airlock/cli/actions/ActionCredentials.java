package dev.airlock.cli.actions;

import dev.airlock.cli.binding.BindingPart;
import dev.airlock.cli.binding.VaultAccess;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.PinnedConnector;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultUnusableException;
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
    private final List<BindingName> chosen;

    private ActionCredentials(boolean scripted, Optional<Vault> vault, ActionFlags flags) {
        this.scripted = scripted;
        this.vault = vault;
        this.bindings = vault.map(open -> Bindings.of(open, RunEnvironment.addresses(flags.allowPrivate())));
        this.chosen = flags.bindings();
    }

    /** A scripted run has the scripts' credentials, and the vault is not touched. */
    static ActionCredentials open(Terminal terminal, List<ConnectorManifest> manifests, ActionFlags flags) {
        VaultAccess access = new VaultAccess(terminal);
        List<CredentialKind> kinds = kinds(manifests);
        flags.bindings().forEach(name -> requireWanted(name, kinds));
        boolean opened = !flags.scripted() && !kinds.isEmpty() && access.exists();
        ActionCredentials credentials =
                new ActionCredentials(flags.scripted(), opened ? Optional.of(access.open()) : Optional.empty(), flags);
        credentials.requireThere();
        return credentials;
    }

    private static List<CredentialKind> kinds(List<ConnectorManifest> manifests) {
        return manifests.stream()
                .flatMap(manifest -> manifest.capabilities().credential().stream())
                .map(Credential::kind)
                .toList();
    }

    private static void requireWanted(BindingName name, List<CredentialKind> kinds) {
        if (!kinds.contains(name.kind())) {
            throw CommandProblem.usage(
                    "--binding " + name + ": no connector of the action uses a credential of the kind "
                            + name.kind().word() + ".");
        }
    }

    private void requireThere() {
        try {
            for (BindingName name : scripted ? List.<BindingName>of() : chosen) {
                if (bindings.isEmpty() || bindings.get().find(name).isEmpty()) {
                    throw BindingPart.unknown(name);
                }
            }
        } catch (VaultUnusableException e) {
            close();
            throw VaultAccess.problem(e);
        } catch (CommandProblem e) {
            close();
            throw e;
        }
    }

    /** How a connector is loaded: under its own identity, with what is bound for it. */
    LoadOptions addTo(LoadOptions options, PinnedConnector pinned) {
        LoadOptions known = pinned.files().identity().map(options::withIdentity).orElse(options);
        return scripted ? known : known.withCredentials(source(pinned));
    }

    private CredentialSource source(PinnedConnector pinned) {
        CredentialSource source = bindings.flatMap(
                        open -> pinned.files().identity().map(identity -> among(open, identity, pinned.manifest())))
                .orElseGet(CredentialSource::none);
        secrets.updateAndGet(known -> known.and(source.redactor(pinned.manifest())));
        return source;
    }

    private CredentialSource among(Bindings open, ConnectorIdentity identity, ConnectorManifest manifest) {
        try {
            return open.sourceAmong(identity, manifest, chosen);
        } catch (VaultUnusableException e) {
            throw VaultAccess.problem(e);
        }
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
