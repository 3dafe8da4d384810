/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.failures.offenders;

import org.jspecify.annotations.NullMarked;
