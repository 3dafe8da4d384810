package dev.airlock.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.LimitName.Unit;
import dev.airlock.manifests.ConnectorManifest.Capabilities;
import dev.airlock.manifests.ConnectorManifest.Connector;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.settings.Settings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a whole manifest as {@link ManifestReader} reads it back, without its author's comments. */
public final class ManifestText {
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int DELETE = 0x7f;

    private final List<String> lines = new ArrayList<>();

    private ManifestText() {}

    /** Returns the manifest as TOML, with a line break at its end. */
    public static String of(ConnectorManifest manifest) {
        ManifestText text = new ManifestText();
        text.connector(manifest);
        text.capabilities(manifest);
        text.settings(manifest.settings());
        text.limits(manifest.limits());
        if (!manifest.intents().isEmpty()) {
            text.table("[provides]");
            text.key("intents", list(manifest.intents()));
        }
        manifest.operations().forEach(text::operation);
        return String.join("\n", text.lines) + "\n";
    }

    private void connector(ConnectorManifest manifest) {
        Connector connector = manifest.connector();
        table("[connector]");
        key("name", quoted(connector.name().toString()));
        key("version", quoted(connector.version().toString()));
        text("publisher", connector.publisher());
        text("description", connector.description());
        text("provenance_hash", connector.provenanceHash());
        manifest.idempotency().ifPresent(word -> {
            table("[connector.idempotency]");
            key("default", quoted(word.word()));
        });
        if (manifest.reactorSnapshot()) {
            table("[connector.reactor]");
            key("snapshot", "true");
        }
    }

    private void capabilities(ConnectorManifest manifest) {
        Capabilities capabilities = manifest.capabilities();
        capabilities.network().ifPresent(hosts -> {
            table("[capabilities.network]");
            key("hosts", list(hostsAsDeclared(manifest)));
        });
        capabilities.credentials().all().forEach(this::credential);
        capabilities.imports().ifPresent(imports -> {
            table("[capabilities.runtime]");
            key("imports", list(imports));
        });
        if (capabilities.state()) {
            table("[capabilities.state]");
        }
    }

    private void credential(NamedCredential declared) {
        Credential credential = declared.credential();
        String path =
                declared.name().map(name -> "capabilities.credentials." + name).orElse("capabilities.credential");
        table("[" + path + "]");
        key("kind", quoted(credential.kind().word()));
        text("scope", credential.scope());
        if (credential instanceof Credential.OneSecret one) {
            slot(one);
        }
        if (credential instanceof Credential.OAuth2 oauth2) {
            table("[" + path + ".oauth2]");
            text("authorize_url", oauth2.consent().authorize().map(URI::toString));
            text("device_authorization_url", oauth2.consent().device().map(URI::toString));
            key("token_url", quoted(oauth2.tokenUrl().toString()));
            key("client_id", quoted(oauth2.clientId()));
            key("scopes", list(oauth2.scopes()));
            text("client_secret", oauth2.clientSecret());
        } else if (credential instanceof Credential.AwsSigV4 aws) {
            table("[" + path + ".aws_sigv4]");
            key("service", quoted(aws.service()));
            text("region", aws.region());
        }
    }

    /** Returns all hosts. Entries that settings complete come last, as they were declared. */
    private static List<String> hostsAsDeclared(ConnectorManifest manifest) {
        List<NetworkGrant> completed = manifest.settings().completedHosts();
        return Stream.concat(
                        manifest.capabilities().grants().stream().filter(host -> !completed.contains(host)),
                        manifest.settings().hosts().stream())
                .map(Object::toString)
                .toList();
    }

    private void settings(Settings settings) {
        settings.declared().forEach(setting -> {
            table("[settings." + setting.name() + "]");
            key("type", quoted(setting.type().word()));
            text("description", setting.description());
            setting.standard()
                    .ifPresent(value -> key("default", value.isTextual() ? quoted(value.asText()) : value.asText()));
        });
    }

    /** Writes the slot. The header of an API key has its own key, which older versions can read. */
    private void slot(Credential.OneSecret credential) {
        Slot slot = credential.slot();
        if (slot instanceof Slot.Header header) {
            boolean isApiKey = credential instanceof Credential.ApiKey;
            boolean isStandard = header.equals(Slot.Header.STANDARD);
            text("header", changed(header.name(), Slot.Header.DEFAULT_NAME).filter(name -> isApiKey));
            text("slot", Optional.of("header:" + header.name()).filter(name -> !isApiKey && !isStandard));
            text("format", changed(header.format(), Slot.Header.DEFAULT_FORMAT));
        } else if (slot instanceof Slot.PathSegment) {
            key("slot", quoted("path:" + slot.format()));
        } else {
            String name = slot instanceof Slot.Query query
                    ? "query:" + query.name()
                    : "cookie:" + ((Slot.Cookie) slot).name();
            key("slot", quoted(name));
            text("format", changed(slot.format(), Slot.BARE));
        }
    }

    private static Optional<String> changed(String value, String standard) {
        return Optional.of(value).filter(text -> !text.equals(standard));
    }

    private void limits(Limits limits) {
        List<LimitName> set = new ArrayList<>();
        for (LimitName name : LimitName.values()) {
            if (limits.get(name) != standard(limits, name)) {
                set.add(name);
            }
        }
        if (!set.isEmpty()) {
            table("[limits]");
            set.forEach(name -> limit(name, limits.get(name)));
        }
    }

    /** Returns the default of a limit; that of fuel follows the wall time. */
    private static long standard(Limits limits, LimitName name) {
        return name == LimitName.FUEL
                ? limits.get(LimitName.WALL_TIME) * Limits.FUEL_PER_MILLISECOND
                : LimitRule.of(name).standard();
    }

    private void limit(LimitName name, long value) {
        String text = LimitRule.of(name).text(value);
        key(
                name.wireName() + (name.aspect().isEmpty() ? "" : "." + name.aspect()),
                name.unit() == Unit.COUNT ? text : quoted(text));
    }

    private void operation(Operation operation) {
        table("[[operations]]");
        key("name", quoted(operation.name()));
        text("description", operation.description());
        operation.idempotent().ifPresent(flag -> key("idempotent", flag.toString()));
        if (operation.readOnly()) {
            key("read_only", "true");
        }
        text("reversal", operation.reversal());
        schema("args", operation.args());
        schema("result", operation.result());
    }

    private void schema(String name, Optional<JsonNode> schema) {
        schema.ifPresent(json -> {
            table("[operations." + name + "]");
            json.properties().forEach(field -> key(bare(field.getKey()), value(field.getValue())));
        });
    }

    private static String value(JsonNode json) {
        if (json.isObject()) {
            return json.properties().stream()
                    .map(ManifestText::field)
                    .collect(Collectors.joining(", ", "{ ", " }"))
                    .replace("{  }", "{}");
        }
        if (json.isArray()) {
            List<String> elements = new ArrayList<>();
            json.forEach(element -> elements.add(value(element)));
            return "[" + String.join(", ", elements) + "]";
        }
        return json.isTextual() ? quoted(json.textValue()) : json.asText();
    }

    private static String field(Map.Entry<String, JsonNode> field) {
        return bare(field.getKey()) + " = " + value(field.getValue());
    }

    /** Returns a key, in quotation marks if it needs them. */
    private static String bare(String key) {
        boolean isBare = !key.isEmpty() && key.chars().allMatch(ManifestText::isBare);
        return isBare ? key : quoted(key);
    }

    private static boolean isBare(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private void table(String header) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(header);
    }

    private void text(String key, Optional<String> text) {
        text.ifPresent(known -> key(key, quoted(known)));
    }

    private void key(String key, String value) {
        lines.add(key + " = " + value);
    }

    private static String list(Collection<?> values) {
        return values.stream().map(value -> quoted(value.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < FIRST_PRINTABLE || c == DELETE) {
                        out.append(String.format("\\u%04X", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }
}
