/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.postgres.offenders;

import org.jspecify.annotations.NullMarked;
