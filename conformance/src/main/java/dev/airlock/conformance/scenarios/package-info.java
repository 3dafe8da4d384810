/**
 * The tests of a connector: scenario files, each with one call against a scripted upstream and its expected result. Start with {@link
 * dev.airlock.conformance.scenarios.ScenarioSuite}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance.scenarios;

import org.jspecify.annotations.NullMarked;
