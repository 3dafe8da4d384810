package dev.airlock.conformance.scenarios.expectation;

import java.util.OptionalLong;

/**
 * The fuel and memory that a scenario may use before it counts as failed. Unlike a limit, it does not end the call.
 *
 * @param fuel the most units of fuel
 * @param memory the most bytes of linear memory
 */
public record ScenarioBudget(OptionalLong fuel, OptionalLong memory) {
    /** No budget beyond the limits. */
    public static final ScenarioBudget NONE = new ScenarioBudget(OptionalLong.empty(), OptionalLong.empty());
}
