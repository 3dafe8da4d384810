/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.runtime.audit.offenders;

import org.jspecify.annotations.NullMarked;
