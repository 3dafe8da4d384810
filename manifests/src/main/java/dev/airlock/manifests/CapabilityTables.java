package dev.airlock.manifests;

import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.manifests.ConnectorManifest.Capabilities;
import dev.airlock.manifests.credentials.CredentialTable;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.settings.HostTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads the tables under {@code [capabilities]}. */
final class CapabilityTables {
    private static final List<String> KEYS = List.of("network", "credential", "credentials", "runtime", "state");
    private static final Map<String, String> REFUSED =
            Map.of("spawn", "a connector starts no programs here, and nothing can grant it that");

    private CapabilityTables() {}

    /** @param templates receives each entry of {@code hosts} that a setting completes */
    static Capabilities read(Optional<Section> capabilities, Consumer<Located<String>> templates) {
        capabilities.ifPresent(table -> table.allow(KEYS, REFUSED));
        return new Capabilities(
                capabilities.flatMap(table -> table.section("network")).map(network -> hosts(network, templates)),
                DeclaredCredentials.of(
                        capabilities
                                .flatMap(table -> table.section("credential"))
                                .flatMap(CredentialTable::read)
                                .stream()
                                .toList(),
                        capabilities
                                .flatMap(table -> table.section("credentials"))
                                .map(CredentialTable::readNamed)
                                .orElse(Map.of())),
                capabilities.flatMap(table -> table.section("runtime")).map(CapabilityTables::imports),
                capabilities
                        .flatMap(table -> table.section("state"))
                        .map(CapabilityTables::state)
                        .orElse(false));
    }

    private static List<NetworkGrant> hosts(Section network, Consumer<Located<String>> templates) {
        network.allow(List.of("hosts"));
        Map<Boolean, List<Located<String>>> entries = network.lines("hosts").orElse(List.of()).stream()
                .collect(Collectors.partitioningBy(entry -> HostTemplate.isOne(entry.value())));
        entries.getOrDefault(true, List.of()).forEach(templates);
        return Lists.distinct(network, entries.getOrDefault(false, List.of()), NetworkGrant::parse);
    }

    private static List<String> imports(Section runtime) {
        runtime.allow(List.of("imports"));
        return Lists.distinct(
                runtime, "imports", name -> HostFunction.parse(name).map(HostFunction::wireName));
    }

    private static boolean state(Section state) {
        state.allow(List.of());
        return true;
    }
}
