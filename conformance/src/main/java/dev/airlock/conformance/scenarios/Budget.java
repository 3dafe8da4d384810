package dev.airlock.conformance.scenarios;

import java.util.OptionalLong;

/**
 * What a scenario may use before it counts as failed. Unlike a limit, it does not end the call.
 *
 * @param fuel units of fuel at most
 * @param memory bytes of linear memory at most
 */
public record Budget(OptionalLong fuel, OptionalLong memory) {
    /** Whatever the limits permit. */
    public static final Budget NONE = new Budget(OptionalLong.empty(), OptionalLong.empty());
}
