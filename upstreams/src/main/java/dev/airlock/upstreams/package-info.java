/** Placeholder. */
@NullMarked
package dev.airlock.upstreams;

import org.jspecify.annotations.NullMarked;
