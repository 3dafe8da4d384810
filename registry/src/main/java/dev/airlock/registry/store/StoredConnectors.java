package dev.airlock.registry.store;

import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorSource;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The store as a source for actions, by the hash that they pin. A connector has its publisher's identity only while a key that verifies it
 * is trusted. Without a trusted key it counts as unsigned. If its signature fails against the trusted keys, it is refused. Thread-safe.
 */
public final class StoredConnectors implements ConnectorSource {
    private final ConnectorStore store;
    private final Keyring keyring;

    /** @param keyring the trusted keys */
    public StoredConnectors(ConnectorStore store, Keyring keyring) {
        this.store = store;
        this.keyring = keyring;
    }

    @Override
    public Found find(RequiredConnector wanted) {
        try {
            Optional<ContentHash> hash = ContentHash.parse(wanted.hash());
            Optional<ConnectorPackage> present = hash.isPresent() ? store.read(hash.get()) : Optional.empty();
            return present.isPresent() ? found(present.get(), hash.get()) : new Found.Missing(missing(wanted.name()));
        } catch (IOException e) {
            return new Found.Missing("The store of connectors cannot be read.");
        }
    }

    private Found found(ConnectorPackage content, ContentHash hash) throws IOException {
        Optional<ConnectorName> named = content.readManifest() instanceof ManifestResult.Read read
                ? Optional.of(read.manifest().connector().name())
                : Optional.empty();
        ConnectorName name = named.orElseGet(
                () -> ConnectorName.parse("local://unreadable/manifest").orThrow());
        SignatureCheck signature = named.isPresent() ? keyring.check(content, name) : new SignatureCheck.Unsigned();
        if (signature instanceof SignatureCheck.Failed failed && content.hash().equals(hash)) {
            return new Found.Refused(failed.why());
        }
        return new Found.Files(
                new ConnectorFiles(content.manifest(), content.module(), store.identity(name, hash, signature)));
    }

    private String missing(ConnectorName name) throws IOException {
        String others = store.list().stream()
                .flatMap(stored -> stored.connector().stream())
                .filter(connector -> connector.name().equals(name))
                .map(connector -> connector.version().toString())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining(" and "));
        return "The store does not hold the pinned connector."
                + (others.isEmpty() ? "" : " It holds " + others + " of " + name + ", not with that hash.");
    }
}
