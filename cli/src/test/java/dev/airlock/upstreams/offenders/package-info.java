/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.upstreams.offenders;

import org.jspecify.annotations.NullMarked;
