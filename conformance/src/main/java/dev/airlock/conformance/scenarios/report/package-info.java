/**
 * Results of scenarios for people, build servers and the fuel baseline. Start at {@link
 * dev.airlock.conformance.scenarios.report.ScenarioJUnitReport}.
 */
@NullMarked
package dev.airlock.conformance.scenarios.report;

import org.jspecify.annotations.NullMarked;
