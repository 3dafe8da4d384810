package dev.airlock.manifests.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A setting that a manifest declares, {@code [settings.NAME]}.
 *
 * @param name {@code [a-z][a-z0-9_]*}, at most 64 characters
 * @param type the type of its values
 * @param description its purpose, for the person who sets it
 * @param standard its default; without one, a person has to give a value
 */
public record Setting(String name, SettingType type, Optional<String> description, Optional<JsonNode> standard) {}
