/**
 * Generated types in a connector's folder: writing them, and finding out whether they are still those of its manifest. Start at {@link
 * dev.airlock.cli.author.types.TypesCommand}.
 */
@NullMarked
package dev.airlock.cli.author.types;

import org.jspecify.annotations.NullMarked;
