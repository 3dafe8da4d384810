package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.settings.Setting;
import dev.airlock.manifests.settings.Settings;
import java.util.Map;
import java.util.TreeMap;

/** Values for settings in tests, which ignore the settings on this machine. */
public final class SampleSettings {
    private static final String LABEL = "sample";
    private static final String HOST = "sample.example.com:443";

    private SampleSettings() {}

    /**
     * Returns a manifest with the values that a test gives, and made-up values for settings that need one and have none: {@code sample}, or
     * {@code sample.example.com:443} for a whole host, 1, and true.
     *
     * @return invalid if the manifest does not take a value
     */
    public static Parsed<ConnectorManifest> in(ConnectorManifest manifest, Map<String, JsonNode> given) {
        return manifest.settings().with(given).then(known -> {
            Map<String, JsonNode> values = new TreeMap<>(given);
            known.missing().forEach(setting -> values.put(setting.name(), sample(known, setting)));
            return known.with(values).map(manifest::with);
        });
    }

    private static JsonNode sample(Settings settings, Setting setting) {
        return switch (setting.type()) {
            case STRING -> {
                boolean isLabel = settings.with(Map.of(setting.name(), TextNode.valueOf(LABEL))) instanceof Parsed.Ok;
                yield TextNode.valueOf(isLabel ? LABEL : HOST);
            }
            case INTEGER, NUMBER -> LongNode.valueOf(1);
            case BOOLEAN -> BooleanNode.TRUE;
        };
    }
}
