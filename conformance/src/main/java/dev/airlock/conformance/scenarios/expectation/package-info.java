/**
 * The expectations of a scenario, and their comparison with an outcome. Start at {@link
 * dev.airlock.conformance.scenarios.expectation.Expectation}.
 */
@NullMarked
package dev.airlock.conformance.scenarios.expectation;

import org.jspecify.annotations.NullMarked;
