package dev.airlock.failures;

import java.util.Map;
import java.util.Optional;

/**
 * What a call had met before a limit ended it: why it came to that limit, where the host knows.
 *
 * @param wallTimeIn where most of its time went, of a limit on time
 * @param refused the growth that another limit refused before
 * @param waited what it waited for longest in Airlock, if that was long
 */
public record BeforeLimit(Optional<WallTimeIn> wallTimeIn, Optional<Refused> refused, Optional<Waited> waited) {
    private static final String WALL_TIME_IN = "wall_time_in";
    private static final String REFUSED = "refused";
    private static final String LIMIT = "limit";
    private static final String CONFIGURED = "configured";
    private static final String USED = "used";
    private static final String WAITED = "waited";
    private static final String FOR = "for";
    private static final String MILLIS = "ms";

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

    /** Reads what a failure of a limit says of it. */
    public static BeforeLimit of(Failure failure) {
        Map<String, Object> details = failure.details();
        return new BeforeLimit(
                text(details, WALL_TIME_IN).flatMap(WallTimeIn::ofWireName),
                map(details, REFUSED).flatMap(BeforeLimit::refusedOf),
                map(details, WAITED).flatMap(BeforeLimit::waitedOf));
    }

    private static Optional<Refused> refusedOf(Map<?, ?> refused) {
        return text(refused, LIMIT)
                .flatMap(name -> LimitName.ofWireName(name).stream().findFirst())
                .map(limit -> new Refused(limit, number(refused, CONFIGURED), number(refused, USED)));
    }

    private static Optional<Waited> waitedOf(Map<?, ?> waited) {
        return text(waited, FOR).flatMap(WaitedFor::ofWireName).map(what -> new Waited(what, number(waited, MILLIS)));
    }

    private static Optional<String> text(Map<?, ?> details, String name) {
        return details.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Map<?, ?>> map(Map<?, ?> details, String name) {
        return details.get(name) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
    }

    private static long number(Map<?, ?> details, String name) {
        return details.get(name) instanceof Number number ? number.longValue() : 0;
    }

    /** The details that say it. */
    Details details() {
        Details details = Details.none();
        wallTimeIn.ifPresent(place -> details.put(WALL_TIME_IN, place.wireName()));
        refused.ifPresent(growth -> details.put(
                REFUSED,
                Details.none()
                        .put(LIMIT, growth.limit().wireName())
                        .put(CONFIGURED, growth.configured())
                        .put(USED, growth.used())
                        .build()));
        waited.ifPresent(wait -> details.put(
                WAITED,
                Details.none()
                        .put(FOR, wait.what().wireName())
                        .put(MILLIS, wait.millis())
                        .build()));
        return details;
    }
}
