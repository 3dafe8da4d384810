package dev.airlock.failures;

import java.util.Optional;

/**
 * What a call had met before a limit ended it: why it came to that limit, where the host knows.
 *
 * @param wallTimeIn where most of its time went, of a limit on time
 * @param refused the growth that another limit refused before
 * @param waited what it waited for longest in Airlock, if that was long
 */
public record BeforeLimit(Optional<WallTimeIn> wallTimeIn, Optional<Refused> refused, Optional<Waited> waited) {
    /** Nothing is known. */
    public static final BeforeLimit NOTHING = new BeforeLimit(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * A growth that a limit refused, after which the guest went on.
     *
     * @param configured the limit in force, in its unit
     * @param used what there would have been, in the same unit
     */
    public record Refused(LimitName limit, long configured, long used) {}

    /**
     * A wait within Airlock.
     *
     * @param what what it waited for
     * @param millis how long, all its waits for that together
     */
    public record Waited(WaitedFor what, long millis) {}

    /** The same after a growth was refused; nothing changes if it was of the limit that ended the call. */
    public BeforeLimit refused(LimitName ended, Refused growth) {
        return growth.limit() == ended ? this : new BeforeLimit(wallTimeIn, Optional.of(growth), waited);
    }

    /** Of a call that the host kept waiting, so that it did nothing else. */
    public static BeforeLimit waiting(WaitedFor what, long millis) {
        return new BeforeLimit(Optional.empty(), Optional.empty(), Optional.of(new Waited(what, millis)));
    }

    /** The details that say it. */
    Details details() {
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
