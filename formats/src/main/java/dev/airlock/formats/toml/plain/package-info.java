/**
 * Reads the plain part of TOML that manifests are written in, and leaves the rest to the library. Start at {@code PlainToml}.
 */
@NullMarked
package dev.airlock.formats.toml.plain;

import org.jspecify.annotations.NullMarked;
