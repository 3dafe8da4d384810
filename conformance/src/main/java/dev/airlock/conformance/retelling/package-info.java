/**
 * Tells a recorded call as a scenario, so that an outcome that should not have come becomes a test. Start with {@link
 * dev.airlock.conformance.retelling.ScenarioOfRecording}. Runs nothing, and must not import the command.
 */
@NullMarked
package dev.airlock.conformance.retelling;

import org.jspecify.annotations.NullMarked;
