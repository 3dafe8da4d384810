package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/** Where most of a call's time went that a limit on its time ended, as {@code details.wall_time_in} says it. */
public enum WallTimeIn {
    /** Waiting for an exchange with a service. */
    SERVICE("service"),
    /** Running the connector's own code, its pauses included. */
    GUEST("guest"),
    /** In Airlock: waiting for memory, for state or for a place, and doing its own work. */
    HOST("host");

    private final String wireName;

    WallTimeIn(String wireName) {
        this.wireName = wireName;
    }

    /** The name in {@code details.wall_time_in}. */
    public String wireName() {
        return wireName;
    }

    /** The place with that name, if there is one. Names match exactly. */
    public static Optional<WallTimeIn> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(place -> place.wireName.equals(wireName))
                .findFirst();
    }
}
