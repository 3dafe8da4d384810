/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.sandbox.offenders;

import org.jspecify.annotations.NullMarked;
