/**
 * The commands for authors of connectors: {@code new}, {@code check}, {@code inspect}, {@code test}, {@code dev}, {@code conform}. Start
 * at {@link dev.airlock.cli.author.NewCommand}.
 */
@NullMarked
package dev.airlock.cli.author;

import org.jspecify.annotations.NullMarked;
