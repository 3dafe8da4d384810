/**
 * Baseline calls, and the same calls while one thing after the other goes wrong. Start at {@code Trials}.
 */
@NullMarked
package dev.airlock.conformance.trial;

import org.jspecify.annotations.NullMarked;
