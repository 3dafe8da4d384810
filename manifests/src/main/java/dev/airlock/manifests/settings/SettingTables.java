package dev.airlock.manifests.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.manifests.hosts.NetworkGrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code [settings.NAME]}. Internal to {@code dev.airlock.manifests}. */
public final class SettingTables {
    private static final List<String> KEYS = List.of("type", "description", "default");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final int LONGEST_NAME = 64;
    /** The most settings. A person can still read that many before agreeing to them. */
    private static final int MOST = 100;

    private SettingTables() {}

    /**
     * Returns the settings of a manifest, and the hosts that they complete, each in the manifest's order.
     *
     * @param templates the entries of {@code hosts} that a setting completes
     * @param fixed the other entries
     */
    public static Settings read(Section root, List<Located<String>> templates, List<NetworkGrant> fixed) {
        List<Setting> declared =
                root.section("settings").map(SettingTables::declared).orElse(List.of());
        Settings known = new Settings(declared, List.of(), Set.of(), Map.of());
        return new Settings(declared, templates(root, templates, known), Set.copyOf(fixed), Map.of());
    }

    private static List<Setting> declared(Section settings) {
        List<String> names = settings.keys();
        if (names.size() > MOST) {
            settings.problem(
                    names.get(MOST),
                    "there are " + names.size() + " settings, more than " + MOST,
                    "declare only what a person must set");
            return List.of();
        }
        return names.stream()
                .flatMap(name -> settings.section(name).flatMap(table -> setting(settings, table, name)).stream())
                .toList();
    }

    private static Optional<Setting> setting(Section settings, Section table, String name) {
        table.allow(KEYS);
        table.require("type", "type = \"string\"");
        if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
            settings.problem(
                    name,
                    "setting name " + Printable.quoted(name) + " is not a name",
                    "use a-z, 0-9 and _, at most " + LONGEST_NAME + ", a letter first");
        }
        Optional<SettingType> type = table.parsed("type", SettingType::parse);
        Optional<String> description = table.prose("description");
        return type.map(known -> new Setting(name, known, description, standard(table, known)));
    }

    private static Optional<JsonNode> standard(Section table, SettingType type) {
        return table.json("default").map(LocatedJson::value).flatMap(value -> {
            Parsed<JsonNode> checked = type.check(value);
            if (checked instanceof Parsed.Wrong<JsonNode> wrong) {
                table.problem("default", "default: " + wrong.what(), wrong.right());
            }
            return checked.optional();
        });
    }

    private static List<HostTemplate> templates(Section root, List<Located<String>> entries, Settings known) {
        return entries.stream()
                .flatMap(entry -> template(root, entry, known).stream())
                .distinct()
                .toList();
    }

    private static Optional<HostTemplate> template(Section root, Located<String> host, Settings known) {
        Optional<HostTemplate> template = root.problems().check(host.at(), HostTemplate.parse(host.value()));
        template.ifPresent(found -> {
            Optional<Setting> setting = known.named(found.setting());
            if (setting.filter(one -> one.type() == SettingType.STRING).isEmpty()) {
                root.problems()
                        .add(
                                host.at(),
                                setting.isEmpty()
                                        ? "there is no [settings." + found.setting() + "]"
                                        : "setting " + found.setting() + " is not text, and a host needs text",
                                "declare [settings." + found.setting() + "] with type = \"string\"");
            }
            setting.flatMap(Setting::standard)
                    .ifPresent(value -> root.problems().check(host.at(), found.fill(value.asText())));
        });
        return template;
    }
}
