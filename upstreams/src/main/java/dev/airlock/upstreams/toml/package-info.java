/**
 * TOML scripts as sections whose problems know their line. Start at {@code ScriptSection}.
 */
@NullMarked
package dev.airlock.upstreams.toml;

import org.jspecify.annotations.NullMarked;
