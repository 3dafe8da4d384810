/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.registry.offenders;

import org.jspecify.annotations.NullMarked;
