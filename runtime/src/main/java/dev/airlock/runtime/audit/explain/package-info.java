/**
 * Explanations and summaries of records, for people. Start at {@link dev.airlock.runtime.audit.explain.Explanation}.
 */
@NullMarked
package dev.airlock.runtime.audit.explain;

import org.jspecify.annotations.NullMarked;
