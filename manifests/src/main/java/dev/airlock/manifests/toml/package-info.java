/**
 * TOML with places: tables in which every value has a line and a column, and the list of their problems.
 *
 * <p>Internal to {@code dev.airlock.manifests}. Start with {@link dev.airlock.manifests.toml.TomlFile}, then
 * {@link dev.airlock.manifests.toml.Section}. Nothing outside this package imports tomlj.
 */
@NullMarked
package dev.airlock.manifests.toml;

import org.jspecify.annotations.NullMarked;
