package dev.airlock.cli.install;

import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoredConnector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The connectors that no action pins and that have a higher installed version. Only an intact version counts as installed, so a manifest
 * that was altered to a higher version makes no connector unneeded.
 *
 * @param pinned the hashes that actions pin
 */
record UnneededConnectors(ConnectorStore store, Set<String> pinned) {
    /** Finds the connectors. The result is valid as long as the store does not change. */
    List<StoredConnector> find() throws IOException {
        TreeMap<ConnectorName, List<StoredConnector>> called = store.list().stream()
                .filter(stored -> stored.connector().isPresent())
                .collect(Collectors.groupingBy(
                        stored -> stored.connector().orElseThrow().name(),
                        () -> new TreeMap<>(Comparator.comparing(ConnectorName::toString)),
                        Collectors.toList()));
        List<StoredConnector> unneeded = new ArrayList<>();
        for (List<StoredConnector> versions : called.values()) {
            highest(versions)
                    .ifPresent(kept -> versions.stream()
                            .filter(stored -> version(stored).compareTo(kept) < 0)
                            .filter(stored -> !pinned.contains(stored.hash().text()))
                            .forEach(unneeded::add));
        }
        return unneeded;
    }

    /** Returns the highest intact version. Reads nothing if there is only one version. */
    private Optional<SemVer> highest(List<StoredConnector> versions) throws IOException {
        if (versions.size() < 2) {
            return Optional.empty();
        }
        for (StoredConnector stored : versions.stream()
                .sorted(Comparator.comparing(UnneededConnectors::version).reversed())
                .toList()) {
            if (store.isWhole(stored.hash())) {
                return Optional.of(version(stored));
            }
        }
        return Optional.empty();
    }

    private static SemVer version(StoredConnector stored) {
        return stored.connector().orElseThrow().version();
    }
}
