/**
 * TOML as a tree whose values know their place. Start at {@link dev.airlock.manifests.toml.tree.Located}.
 */
@NullMarked
package dev.airlock.manifests.toml.tree;

import org.jspecify.annotations.NullMarked;
