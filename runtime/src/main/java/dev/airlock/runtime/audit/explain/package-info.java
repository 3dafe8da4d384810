/**
 * Reads records back for people: explanations and summaries. Start at {@link dev.airlock.runtime.audit.explain.Explanation}.
 */
@NullMarked
package dev.airlock.runtime.audit.explain;

import org.jspecify.annotations.NullMarked;
