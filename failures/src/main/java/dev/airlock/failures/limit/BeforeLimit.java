package dev.airlock.failures.limit;

import dev.airlock.failures.text.Details;
import java.util.Optional;

/**
 * The facts that led a call to its limit, as far as the host knows them.
 *
 * @param wallTimeIn where most of the call's time went; only for a limit on time
 * @param refused a growth that another limit refused before
 * @param waited the longest wait within Airlock, if it was long
 */
public record BeforeLimit(Optional<WallTimeIn> wallTimeIn, Optional<Refused> refused, Optional<Waited> waited) {
    /** Nothing is known. */
    public static final BeforeLimit NOTHING = new BeforeLimit(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * A growth that a limit refused, after which the guest went on.
     *
     * @param configured the limit in force, in its unit
     * @param used the amount after the growth, in the same unit
     */
    public record Refused(LimitName limit, long configured, long used) {}

    /**
     * A wait within Airlock.
     *
     * @param what the thing that the call waited for
     * @param millis the sum of all its waits for that thing, in milliseconds
     */
    public record Waited(WaitedFor what, long millis) {}

    /** Returns this with a refused growth; returns this unchanged if the limit that refused it is the one that ended the call. */
    public BeforeLimit refused(LimitName ended, Refused growth) {
        return growth.limit() == ended ? this : new BeforeLimit(wallTimeIn, Optional.of(growth), waited);
    }

    /** Returns the facts of a call that did nothing but wait for the host. */
    public static BeforeLimit waiting(WaitedFor what, long millis) {
        return new BeforeLimit(Optional.empty(), Optional.empty(), Optional.of(new Waited(what, millis)));
    }

    /** Returns these facts as failure details. */
    public Details details() {
        Details details = Details.none();
        wallTimeIn.ifPresent(place -> details.put("wall_time_in", place.wireName()));
        refused.ifPresent(growth -> details.put(
                "refused",
                Details.none()
                        .put("limit", growth.limit().wireName())
                        .put("configured", growth.configured())
                        .put("used", growth.used())
                        .build()));
        waited.ifPresent(wait -> details.put(
                "waited",
                Details.none()
                        .put("for", wait.what().wireName())
                        .put("ms", wait.millis())
                        .build()));
        return details;
    }
}
