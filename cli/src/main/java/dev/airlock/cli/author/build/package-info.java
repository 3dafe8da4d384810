/**
 * The building of a connector by its own tools, as {@code dev.toml} beside its manifest says. Start at {@link
 * dev.airlock.cli.author.build.ConnectorBuild}.
 */
@NullMarked
package dev.airlock.cli.author.build;

import org.jspecify.annotations.NullMarked;
