/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.runtime.offenders;

import org.jspecify.annotations.NullMarked;
