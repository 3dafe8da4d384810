/** Placeholder. */
@NullMarked
package dev.airlock.manifests;

import org.jspecify.annotations.NullMarked;
