package dev.airlock.manifests;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ConnectorManifest.Connector;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.manifests.toml.Section;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tomlj.TomlTable;

/** Reads the tables of a manifest, and {@code [limits]} and {@code [provides]} itself. */
final class ManifestTables {
    private static final List<String> KEYS = List.of("connector", "capabilities", "limits", "provides", "operations");
    private static final Map<String, String> REFUSED =
            Map.of("forwarder", ConnectorTable.FORWARDER, "origin", ConnectorTable.ORIGIN);
    private static final List<String> LIMITS = Arrays.stream(LimitName.values())
            .map(LimitName::wireName)
            .distinct()
            .toList();

    private ManifestTables() {}

    /** The manifest; empty when something that it needs is missing or wrong, which is reported. */
    static Optional<ConnectorManifest> read(Section root) {
        root.allow(KEYS, REFUSED);
        root.require("connector", "[connector] with a name and a version");
        Optional<Section> table = root.section("connector");
        Optional<Connector> connector = table.flatMap(ConnectorTable::connector);
        Optional<Idempotency> idempotency = table.flatMap(ConnectorTable::idempotency);
        boolean snapshot = table.map(ConnectorTable::snapshot).orElse(false);
        ConnectorManifest.Capabilities capabilities = CapabilityTables.read(root.section("capabilities"));
        Limits limits = root.section("limits").map(ManifestTables::limits).orElse(Limits.defaults());
        List<String> intents =
                root.section("provides").map(ManifestTables::intents).orElse(List.of());
        List<Operation> operations = new OperationTables(root).read();
        return connector.map(known ->
                new ConnectorManifest(known, idempotency, snapshot, capabilities, limits, intents, operations));
    }

    private static List<String> intents(Section provides) {
        provides.allow(List.of("intents"));
        return Lists.distinct(provides, "intents", Parsed::ok);
    }

    private static Limits limits(Section table) {
        table.allow(LIMITS);
        Limits limits = Limits.defaults();
        for (String key : LIMITS) {
            for (Map.Entry<LimitName, Long> set : limits(table, key).entrySet()) {
                limits = limits.with(set.getKey(), set.getValue());
            }
        }
        return limits;
    }

    /** What one key sets: its limit, or where several limits share the key, one of them or a table of them. */
    private static Map<LimitName, Long> limits(Section table, String key) {
        List<LimitName> names = LimitName.ofWireName(key);
        Map<LimitName, Long> set = new EnumMap<>(LimitName.class);
        if (names.size() > 1 && table.any(key).orElse("") instanceof TomlTable) {
            Section aspects = table.section(key).orElseThrow();
            aspects.allow(names.stream().map(LimitName::aspect).toList());
            names.forEach(
                    name -> limit(aspects, name.aspect(), LimitRule.of(name)).ifPresent(value -> set.put(name, value)));
        } else {
            LimitName first = names.get(0);
            limit(table, key, LimitRule.of(first)).ifPresent(value -> set.put(first, value));
        }
        return set;
    }

    private static Optional<Long> limit(Section table, String key, LimitRule rule) {
        Optional<Object> value = table.any(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        boolean isText = value.get() instanceof String;
        return switch (rule.limit().unit()) {
            case BYTES ->
                isText
                        ? table.parsed(key, rule::parse)
                        : whole(table, key, rule, "a size, for instance \"" + rule.text(rule.standard()) + "\"");
            case MILLISECONDS ->
                isText
                        ? table.parsed(key, rule::parse)
                        : refuse(table, key, "a duration, for instance \"" + rule.text(rule.standard()) + "\"");
            case COUNT -> whole(table, key, rule, "a whole number, for instance " + rule.standard());
        };
    }

    private static Optional<Long> whole(Section table, String key, LimitRule rule, String wanted) {
        return table.any(key).orElseThrow() instanceof Long number
                ? table.problems().check(table.at(key), rule.check(number))
                : refuse(table, key, wanted);
    }

    private static Optional<Long> refuse(Section table, String key, String wanted) {
        table.wrongType(key, table.any(key).orElseThrow(), wanted);
        return Optional.empty();
    }
}
