/** Placeholder. */
@NullMarked
package dev.airlock.runtime;

import org.jspecify.annotations.NullMarked;
