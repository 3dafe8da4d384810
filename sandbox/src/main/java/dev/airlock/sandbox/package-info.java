/** Placeholder. */
@NullMarked
package dev.airlock.sandbox;

import org.jspecify.annotations.NullMarked;
