/**
 * The closed failure taxonomy, its JSON envelopes, and the filters that make their text safe to show.
 *
 * <p>Start at {@link dev.airlock.failures.Failure}: only its factory methods, one for each class, make a failure. Every text by a guest or
 * an upstream passes {@link dev.airlock.failures.text.ForeignText}, and all outgoing text passes a {@link dev.airlock.failures.redaction.Redactor}. This
 * module depends on {@code formats} only.
 */
@NullMarked
package dev.airlock.failures;

import org.jspecify.annotations.NullMarked;
