/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.sandbox.offenders.one;

import org.jspecify.annotations.NullMarked;
