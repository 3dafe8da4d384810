/** Figures for a registry of Micrometer, which is there only if the embedder brings it. Nothing else may import this package. */
@NullMarked
package dev.airlock.runtime.metrics;

import org.jspecify.annotations.NullMarked;
