package dev.airlock.manifests;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.manifests.ConnectorManifest.Connector;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.settings.SettingTables;
import dev.airlock.manifests.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a manifest from its tables. Reads {@code [limits]} and {@code [provides]} itself. */
final class ManifestTables {
    private static final List<String> KEYS =
            List.of("connector", "capabilities", "settings", "limits", "provides", "operations");
    private static final Map<String, String> REFUSED =
            Map.of("forwarder", ConnectorTable.FORWARDER, "origin", ConnectorTable.ORIGIN);

    private ManifestTables() {}

    /** Returns the manifest; empty when something that it needs is missing or wrong. Reports every problem. */
    static Optional<ConnectorManifest> read(Section root) {
        root.allow(KEYS, REFUSED);
        root.require("connector", "[connector] with a name and a version");
        Optional<Section> table = root.section("connector");
        Optional<Connector> connector = table.flatMap(ConnectorTable::connector);
        Optional<Idempotency> idempotency = table.flatMap(ConnectorTable::idempotency);
        boolean snapshot = table.map(ConnectorTable::snapshot).orElse(false);
        List<Located<String>> templates = new ArrayList<>();
        ConnectorManifest.Capabilities capabilities =
                CapabilityTables.read(root.section("capabilities"), templates::add);
        Limits limits = root.section("limits").map(ManifestTables::limits).orElse(Limits.defaults());
        List<String> intents =
                root.section("provides").map(ManifestTables::intents).orElse(List.of());
        List<Operation> operations = new OperationTables(root).read();
        Settings settings = SettingTables.read(root, templates, capabilities.grants());
        return connector.map(known -> new ConnectorManifest(
                        known, idempotency, snapshot, capabilities, limits, intents, operations, Settings.NONE)
                .with(settings));
    }

    private static List<String> intents(Section provides) {
        provides.allow(List.of("intents"));
        return Lists.distinct(provides, "intents", Parsed::ok);
    }

    private static Limits limits(Section table) {
        Limits limits = Limits.defaults();
        for (Map.Entry<LimitName, Long> set : LimitTable.read(table).entrySet()) {
            limits = limits.with(set.getKey(), set.getValue());
        }
        return limits;
    }
}
