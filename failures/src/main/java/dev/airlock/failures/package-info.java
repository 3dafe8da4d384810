/** Placeholder. */
@NullMarked
package dev.airlock.failures;

import org.jspecify.annotations.NullMarked;
