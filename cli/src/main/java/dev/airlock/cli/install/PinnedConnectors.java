package dev.airlock.cli.install;

import dev.airlock.cli.install.consent.ConnectorTitle;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.install.Installed;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.store.ConnectorStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The connectors on the screen for an action: those that it did not pin before, installed or not, each compared with the version that the
 * action pinned before.
 *
 * @param store the store of installed connectors
 * @param keyring the trusted keys
 */
public record PinnedConnectors(ConnectorStore store, Keyring keyring) {
    /**
     * Returns the connectors that are new in an action, or whose pin has changed.
     *
     * @param before the action that it replaces
     * @param fetched the connectors to install
     * @throws IOException if the store cannot be read
     */
    public List<ConnectorTitle> changed(Action action, Optional<Action> before, List<Candidate.Ready> fetched)
            throws IOException {
        List<ConnectorTitle> changed = new ArrayList<>();
        for (RequiredConnector required : action.connectors()) {
            Optional<RequiredConnector> known = before.flatMap(was -> was.connectors().stream()
                    .filter(one -> one.name().equals(required.name()))
                    .findFirst());
            Optional<RequiredConnector> moved = known.filter(was -> !was.hash().equals(required.hash()));
            Optional<Candidate.Ready> absent = fetched.stream()
                    .filter(ready -> ready.content().hash().text().equals(required.hash()))
                    .findFirst();
            if (absent.isPresent()) {
                changed.add(moved.isPresent() ? moved(absent.get(), moved.get()) : ConnectorTitle.of(absent.get()));
            } else if (known.isEmpty() || moved.isPresent()) {
                installed(required, moved).ifPresent(changed::add);
            }
        }
        return changed;
    }

    /** Returns a connector to install, compared with the action's earlier pin, whatever else is installed. */
    private ConnectorTitle moved(Candidate.Ready ready, RequiredConnector from) throws IOException {
        Optional<ConnectorManifest> before = manifest(from);
        return new ConnectorTitle(
                ready.content().hash(), ready.manifest(), ready.signature(), before, beside(from, before));
    }

    private Optional<ConnectorTitle> installed(RequiredConnector required, Optional<RequiredConnector> from)
            throws IOException {
        ContentHash hash = new ContentHash(required.hash());
        if (!(Installed.at(hash, required.reference(), store, keyring) instanceof Installed.Whole whole)) {
            return Optional.empty();
        }
        Optional<ConnectorManifest> before = from.isPresent() ? manifest(from.get()) : Optional.empty();
        return Optional.of(new ConnectorTitle(
                hash,
                whole.manifest(),
                keyring.check(whole.content(), required.name()),
                before,
                ", installed already" + from.map(was -> beside(was, before)).orElse("")));
    }

    private static String beside(RequiredConnector from, Optional<ConnectorManifest> before) {
        return ", the action had " + from.version()
                + (before.isPresent() ? "" : ", which is no longer installed, so everything is shown");
    }

    /** Returns the installed manifest of an action's pin; empty if it is gone or was altered. */
    private Optional<ConnectorManifest> manifest(RequiredConnector required) throws IOException {
        ContentHash hash = new ContentHash(required.hash());
        return store.read(hash)
                .filter(content -> content.hash().equals(hash))
                .flatMap(content -> content.readManifest() instanceof ManifestResult.Read read
                        ? Optional.of(read.manifest())
                        : Optional.empty());
    }
}
