package dev.airlock.failures.limit;

import java.util.Arrays;
import java.util.Optional;

/** The places where most of the time went of a call that a time limit ended, as named in {@code details.wall_time_in}. */
public enum WallTimeIn {
    /** Waiting for an exchange with a service. */
    SERVICE("service"),
    /** Running the connector's own code, including its pauses. */
    GUEST("guest"),
    /** In Airlock: waiting for memory, for state or for a permit, and doing its own work. */
    HOST("host");

    private final String wireName;

    WallTimeIn(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in {@code details.wall_time_in}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the place with that name, if there is one. Names match exactly. */
    public static Optional<WallTimeIn> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(place -> place.wireName.equals(wireName))
                .findFirst();
    }
}
