/**
 * TOML with places: tables whose every value knows its line and column, and the list of what is wrong with them.
 *
 * <p>Internal to {@code dev.airlock.manifests}. Start with {@link dev.airlock.manifests.toml.TomlFile}, then
 * {@link dev.airlock.manifests.toml.Section}. Nothing outside this package imports tomlj.
 */
@NullMarked
package dev.airlock.manifests.toml;

import org.jspecify.annotations.NullMarked;
