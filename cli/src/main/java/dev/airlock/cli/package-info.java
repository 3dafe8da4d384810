/** Placeholder. */
@NullMarked
package dev.airlock.cli;

import org.jspecify.annotations.NullMarked;
