/**
 * Conversion of a recorded call to a scenario, which turns a wrong outcome into a test. Start with {@link
 * dev.airlock.conformance.retelling.ScenarioOfRecording}. Runs nothing, and must not import the command.
 */
@NullMarked
package dev.airlock.conformance.retelling;

import org.jspecify.annotations.NullMarked;
