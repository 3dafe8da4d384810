/**
 * TOML as a tree whose values know their place. Start at {@link dev.airlock.formats.toml.tree.Located}.
 */
@NullMarked
package dev.airlock.formats.toml.tree;

import org.jspecify.annotations.NullMarked;
