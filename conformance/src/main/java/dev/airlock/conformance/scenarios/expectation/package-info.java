/**
 * What a scenario expects, and how an outcome is compared with it. Start at {@link
 * dev.airlock.conformance.scenarios.expectation.Expectation}.
 */
@NullMarked
package dev.airlock.conformance.scenarios.expectation;

import org.jspecify.annotations.NullMarked;
