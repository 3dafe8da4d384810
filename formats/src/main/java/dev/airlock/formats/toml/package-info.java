/**
 * TOML with places: tables in which every value has a line and a column, and the list of their problems.
 *
 * <p>Start with {@link dev.airlock.formats.toml.TomlFile}, then
 * {@link dev.airlock.formats.toml.Section}. Of the modules that use this one, none imports tomlj.
 */
@NullMarked
package dev.airlock.formats.toml;

import org.jspecify.annotations.NullMarked;
