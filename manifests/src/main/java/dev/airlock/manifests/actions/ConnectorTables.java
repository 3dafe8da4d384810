package dev.airlock.manifests.actions;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.SemVer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code [[requires.connectors]]}. */
final class ConnectorTables {
    private static final List<String> KEYS = List.of("name", "version", "hash", "capabilities");
    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");

    private final Optional<Section> requires;
    private final Map<ConnectorName, Position> names = new HashMap<>();
    private final Map<ConnectorName, List<String>> capabilities = new LinkedHashMap<>();

    ConnectorTables(Section root) {
        this.requires = root.section("requires");
    }

    List<Action.RequiredConnector> read() {
        List<Action.RequiredConnector> connectors = new ArrayList<>();
        requires.ifPresent(table -> {
            table.allow(List.of("connectors"));
            table.require("connectors", "[[requires.connectors]] with the connectors that it uses");
            table.sections("connectors").forEach(one -> connector(one).ifPresent(connectors::add));
        });
        return connectors;
    }

    /** Returns the operations that may be used of each connector, including a connector with other problems as long as it has a name. */
    Map<ConnectorName, List<String>> capabilities() {
        return capabilities;
    }

    private Optional<Action.RequiredConnector> connector(Section table) {
        table.allow(KEYS);
        table.require("name", "name = \"github://owner/repo\"");
        table.require("version", "version = \"1.0.0\"");
        table.require("hash", "hash = \"sha256:…\", as airlock inspect prints it");
        table.require("capabilities", "capabilities = [\"…\"] with the operations that this action may use");
        Optional<ConnectorName> name = table.parsed("name", ConnectorName::parse);
        name.ifPresent(known -> checkDuplicate(table, known));
        Optional<SemVer> version = table.parsed("version", SemVer::parse);
        Optional<String> hash = table.parsed("hash", ConnectorTables::hash);
        List<String> granted = capabilities(table);
        name.ifPresent(known -> capabilities.putIfAbsent(known, granted));
        return name.flatMap(n -> version.flatMap(v ->
                hash.map(h -> new Action.RequiredConnector(n, v, h, granted, table.at("name"), table.at("hash")))));
    }

    private void checkDuplicate(Section table, ConnectorName name) {
        @Nullable Position first = names.putIfAbsent(name, table.at("name"));
        if (first != null) {
            table.problem(
                    "name",
                    "connector " + name + " is required twice, first at " + first.line() + ":" + first.column(),
                    "require each connector once, with all its capabilities");
        }
    }

    private static List<String> capabilities(Section table) {
        if (table.isEmptyList("capabilities")) {
            table.problem("capabilities", "capabilities is empty", "name the operations that this action may use");
        }
        Set<String> seen = new HashSet<>();
        List<String> capabilities = new ArrayList<>();
        for (Located<String> entry : table.lines("capabilities").orElse(List.of())) {
            if (seen.add(entry.value())) {
                capabilities.add(entry.value());
            } else {
                table.problems()
                        .add(
                                entry.at(),
                                "capability " + Printable.quoted(entry.value()) + " is listed twice",
                                "list it once");
            }
        }
        return capabilities;
    }

    private static Parsed<String> hash(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return HASH.matcher(lower).matches()
                ? Parsed.ok(lower)
                : Parsed.wrong(
                        "hash " + Printable.quoted(text) + " is not a SHA-256",
                        "write sha256: and 64 hexadecimal digits");
    }
}
