/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.conformance.offenders;

import org.jspecify.annotations.NullMarked;
