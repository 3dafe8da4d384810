package dev.airlock.manifests.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A setting that a manifest declares, {@code [settings.NAME]}.
 *
 * @param name {@code [a-z][a-z0-9_]*}, at most 64 characters
 * @param type the type of its values
 * @param description what it is for, for the person who sets it
 * @param standard its value where nobody gives one; without it, somebody has to
 */
public record Setting(String name, SettingType type, Optional<String> description, Optional<JsonNode> standard) {}
