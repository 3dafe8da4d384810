package dev.airlock.cli.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.SettingsAccess;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.settings.Setting;
import dev.airlock.runtime.settings.ConnectorSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock settings list}: lists settings and their values. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows each setting that a connector declares, with its value or default.",
        footer = {"", "Example:", "  airlock settings list github://acme/tickets"})
final class SettingsList implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "CONNECTOR", description = ConnectorPlace.DESCRIPTION)
    private Path typed = Path.of("");

    @Mixin
    private JsonFlag json = new JsonFlag();

    SettingsList(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConnectorPlace place = ConnectorPlace.named(terminal, typed);
        ConnectorManifest manifest = place.manifest();
        Map<String, JsonNode> given = given(place, manifest);
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(document(manifest, given)));
        } else if (manifest.settings().declared().isEmpty()) {
            terminal.out().println("no settings");
        } else {
            manifest.settings().declared().forEach(setting -> terminal.out().println(line(setting, given)));
        }
        return ExitCode.SUCCESS;
    }

    private Map<String, JsonNode> given(ConnectorPlace place, ConnectorManifest manifest) {
        try {
            ConnectorSettings settings = SettingsAccess.of(terminal);
            return settings.of(place.identity(manifest));
        } catch (IOException e) {
            throw SettingsAccess.problem(e);
        }
    }

    private static String line(Setting setting, Map<String, JsonNode> given) {
        @Nullable JsonNode value = given.get(setting.name());
        String shown = value != null
                ? " = " + value.asText()
                : setting.standard()
                        .map(standard -> " = " + standard.asText() + " (default)")
                        .orElse(" has no value");
        return ForeignText.clean(setting.name() + shown + ", " + setting.type().word()
                + setting.description().map(text -> ": " + text).orElse(""));
    }

    private static ObjectNode document(ConnectorManifest manifest, Map<String, JsonNode> given) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode array = document.putArray("settings");
        manifest.settings().declared().forEach(setting -> {
            ObjectNode node = array.addObject();
            node.put("name", setting.name()).put("type", setting.type().word());
            setting.description().ifPresent(text -> node.put("description", text));
            setting.standard().ifPresent(value -> node.set("default", value));
            @Nullable JsonNode value = given.get(setting.name());
            if (value != null) {
                node.set("value", value);
            }
            node.put("completes_host", manifest.settings().completesHosts(setting.name()));
        });
        return document;
    }
}
