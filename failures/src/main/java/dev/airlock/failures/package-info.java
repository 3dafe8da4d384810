/**
 * The closed failure taxonomy, its JSON envelopes, and what keeps their text safe to show.
 *
 * <p>Start at {@link dev.airlock.failures.Failure}: only its per-class constructors make a failure. Every text that a
 * guest or an upstream wrote passes {@link dev.airlock.failures.ForeignText}, and everything on its way out passes one
 * {@link dev.airlock.failures.Redactor}. This package depends on nothing else of Airlock.
 */
@NullMarked
package dev.airlock.failures;

import org.jspecify.annotations.NullMarked;
