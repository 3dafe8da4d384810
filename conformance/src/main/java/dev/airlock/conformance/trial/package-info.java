/**
 * Trials: baseline calls, and the same calls with one fault each. Start at {@code Trials}.
 */
@NullMarked
package dev.airlock.conformance.trial;

import org.jspecify.annotations.NullMarked;
