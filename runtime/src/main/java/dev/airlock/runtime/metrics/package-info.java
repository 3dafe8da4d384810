/** Metrics for a Micrometer registry, which is present only if the embedder adds it. Nothing else may import this package. */
@NullMarked
package dev.airlock.runtime.metrics;

import org.jspecify.annotations.NullMarked;
