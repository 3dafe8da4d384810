/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.formats.offenders;

import org.jspecify.annotations.NullMarked;
