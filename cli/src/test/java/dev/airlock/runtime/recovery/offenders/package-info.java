/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.runtime.recovery.offenders;

import org.jspecify.annotations.NullMarked;
