/**
 * The tests of a connector: scenario files, each one call against a scripted upstream with what is expected of it. Start with
 * {@link dev.airlock.conformance.scenarios.ScenarioSuite}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance.scenarios;

import org.jspecify.annotations.NullMarked;
