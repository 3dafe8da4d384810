/** Breaks rules of the house on purpose. */
@NullMarked
package dev.airlock.manifests.offenders;

import org.jspecify.annotations.NullMarked;
