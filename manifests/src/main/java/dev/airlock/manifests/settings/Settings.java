package dev.airlock.manifests.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.hosts.NetworkGrant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a connector: the settings that its manifest declares, the hosts that they complete, and the given values. Immutable.
 *
 * @param declared the settings, in the manifest's order
 * @param hosts the entries of {@code hosts} that wait for a value
 * @param fixed the other entries of {@code hosts}
 * @param given the given values, each of its setting's type
 */
public record Settings(
        List<Setting> declared, List<HostTemplate> hosts, Set<NetworkGrant> fixed, Map<String, JsonNode> given) {
    /** A manifest without settings. */
    public static final Settings NONE = new Settings(List.of(), List.of(), Set.of(), Map.of());

    /** Copies the lists and the map. */
    public Settings {
        declared = List.copyOf(declared);
        hosts = List.copyOf(hosts);
        fixed = Set.copyOf(fixed);
        given = Map.copyOf(given);
    }

    /** Returns the setting of that name. */
    public Optional<Setting> named(String name) {
        return declared.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }

    /** Returns the value of a setting: the given one, or else its default. */
    public Optional<JsonNode> value(Setting setting) {
        return Optional.ofNullable(given.get(setting.name())).or(setting::standard);
    }

    /** Returns the settings that have no value and need one. */
    public List<Setting> missing() {
        return declared.stream().filter(setting -> value(setting).isEmpty()).toList();
    }

    /** Returns whether a host depends on a setting. */
    public boolean completesHosts(String name) {
        return hosts.stream().anyMatch(host -> host.setting().equals(name));
    }

    /**
     * Returns these settings with other values in place of the given ones.
     *
     * @return invalid if a name is not declared, or a value is not of its type or does not complete its hosts
     */
    public Parsed<Settings> with(Map<String, JsonNode> values) {
        Map<String, JsonNode> checked = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> value : values.entrySet()) {
            Parsed<JsonNode> parsed = check(value.getKey(), value.getValue());
            if (parsed instanceof Parsed.Wrong<JsonNode> wrong) {
                return Parsed.wrong(wrong.what(), wrong.right());
            }
            checked.put(value.getKey(), parsed.orThrow());
        }
        return Parsed.ok(new Settings(declared, hosts, fixed, checked));
    }

    /** Returns the value of a text that a person typed. */
    public Parsed<JsonNode> read(String name, String text) {
        return named(name)
                .map(setting -> named(name, setting.type().read(text)).then(value -> check(name, value)))
                .orElseGet(() -> unknown(name));
    }

    private Parsed<JsonNode> check(String name, JsonNode value) {
        return named(name)
                .map(setting -> named(name, setting.type().check(value)).then(checked -> completed(name, checked)))
                .orElseGet(() -> unknown(name));
    }

    private static Parsed<JsonNode> named(String name, Parsed<JsonNode> parsed) {
        return parsed instanceof Parsed.Wrong<JsonNode> wrong
                ? Parsed.wrong("setting " + name + ": " + wrong.what(), wrong.right())
                : parsed;
    }

    private Parsed<JsonNode> completed(String name, JsonNode value) {
        for (HostTemplate host : hosts) {
            if (host.setting().equals(name) && host.fill(value.asText()) instanceof Parsed.Wrong<NetworkGrant> wrong) {
                return Parsed.wrong(wrong.what(), wrong.right());
            }
        }
        return Parsed.ok(value);
    }

    private Parsed<JsonNode> unknown(String name) {
        List<String> names = declared.stream().map(Setting::name).toList();
        return Parsed.wrong(
                "there is no setting " + Printable.quoted(name),
                Nearest.to(name, names)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse(
                                names.isEmpty()
                                        ? "the connector has none"
                                        : "its settings are " + String.join(", ", names)));
    }

    /**
     * Returns the hosts that the values complete, without those that the manifest names in full. A setting without a value completes none.
     */
    public List<NetworkGrant> completedHosts() {
        List<NetworkGrant> grants = new ArrayList<>();
        for (HostTemplate host : hosts) {
            named(host.setting())
                    .flatMap(this::value)
                    .flatMap(value -> host.fill(value.asText()).optional())
                    .filter(grant -> !fixed.contains(grant) && !grants.contains(grant))
                    .ifPresent(grants::add);
        }
        return grants;
    }

    /** Returns these settings without the entries of {@code hosts} that complete none of these grants. */
    public Settings completing(Collection<NetworkGrant> reached) {
        List<HostTemplate> kept = hosts.stream()
                .filter(host -> new Settings(declared, List.of(host), fixed, given)
                        .completedHosts().stream().anyMatch(reached::contains))
                .toList();
        return new Settings(declared, kept, fixed, given);
    }

    /** Returns the values as the connector reads them; empty where it declares no settings. */
    public Optional<ObjectNode> document() {
        if (declared.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        declared.forEach(setting -> value(setting).ifPresent(value -> values.set(setting.name(), value)));
        return Optional.of(values);
    }
}
