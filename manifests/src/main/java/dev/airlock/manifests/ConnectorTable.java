package dev.airlock.manifests;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.Section;
import dev.airlock.manifests.ConnectorManifest.Connector;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.SemVer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code [connector]} and the tables in it. */
final class ConnectorTable {
    static final String FORWARDER = "it would run programs on this machine, which no connector may do";
    static final String ORIGIN =
            "the connector's name already gives its origin, and local:// is for one that was never published";

    private static final List<String> KEYS =
            List.of("name", "version", "publisher", "description", "provenance_hash", "idempotency", "reactor");
    private static final Map<String, String> REFUSED = Map.of("forwarder", FORWARDER, "origin", ORIGIN);
    private static final String HASH_PREFIX = "sha256:";

    private ConnectorTable() {}

    static Optional<Connector> connector(Section table) {
        table.allow(KEYS, REFUSED);
        table.require("name", "name = \"github://owner/repo\"");
        table.require("version", "version = \"1.0.0\"");
        Optional<ConnectorName> name = table.parsed("name", ConnectorName::parse);
        Optional<SemVer> version = table.parsed("version", SemVer::parse);
        Optional<String> publisher = table.line("publisher");
        Optional<String> description = table.prose("description");
        Optional<String> hash = table.parsed("provenance_hash", ConnectorTable::hash);
        return name.flatMap(n -> version.map(v -> new Connector(n, v, publisher, description, hash)));
    }

    static Optional<Idempotency> idempotency(Section table) {
        return table.section("idempotency").flatMap(inner -> {
            inner.allow(List.of("default"));
            inner.require("default", "default = \"not_idempotent\"");
            return inner.parsed("default", Idempotency::parse);
        });
    }

    static boolean snapshot(Section table) {
        return table.section("reactor")
                .flatMap(inner -> {
                    inner.allow(List.of("snapshot"));
                    return inner.flag("snapshot");
                })
                .orElse(false);
    }

    private static Parsed<String> hash(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        boolean isHash = text.startsWith(HASH_PREFIX)
                && lower.length() == HASH_PREFIX.length() + 64
                && lower.chars().skip(HASH_PREFIX.length()).allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
        return isHash
                ? Parsed.ok(lower)
                : Parsed.wrong(
                        "provenance_hash " + Printable.quoted(text) + " is not a SHA-256",
                        "write sha256: and 64 hexadecimal digits");
    }
}
