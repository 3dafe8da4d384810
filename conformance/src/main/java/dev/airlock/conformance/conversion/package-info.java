/**
 * Conversion of a recorded call to a scenario, which turns a wrong outcome into a test. Start with {@link
 * dev.airlock.conformance.conversion.ScenarioOfRecording}. Runs nothing, and must not import the command.
 */
@NullMarked
package dev.airlock.conformance.conversion;

import org.jspecify.annotations.NullMarked;
