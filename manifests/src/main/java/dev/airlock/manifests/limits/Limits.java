package dev.airlock.manifests.limits;

import dev.airlock.failures.limit.LimitName;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A value for every limit, each within its permitted range; there is no "unlimited".
 *
 * <p>Unless fuel is set, it follows the wall time: 1,000,000,000 units for each second. For instance, five seconds and half the memory:
 * {@code Limits.defaults().with(WALL_TIME, Duration.ofSeconds(5)).with(MEMORY, ByteSize.mib(32))}.
 */
public final class Limits {
    /** Units of fuel for each millisecond of wall time, unless fuel is set. */
    public static final long FUEL_PER_MILLISECOND = 1_000_000;
    /** Bytes of standard error that are kept; the rest is dropped with a mark. */
    public static final long STDERR_KEPT = 256L << 10;
    /** Bytes of one line in a connector's log; the rest is cut with a mark. */
    public static final long LOG_LINE = 4L << 10;
    /** Exchanges with one host at a time. */
    public static final int EXCHANGES_AT_A_TIME = 6;
    /** Bytes of heap that compiling a module may take. */
    public static final long COMPILE_MEMORY = 1L << 30;

    private static final Limits DEFAULTS = new Limits(Map.of(), OptionalLong.empty());

    private final Map<LimitName, Long> values;
    private final OptionalLong fuel;

    private Limits(Map<LimitName, Long> set, OptionalLong fuel) {
        this.values = new EnumMap<>(LimitName.class);
        for (LimitName name : LimitName.values()) {
            if (name != LimitName.FUEL) {
                values.put(name, set.getOrDefault(name, LimitRule.of(name).standard()));
            }
        }
        this.fuel = fuel;
    }

    /** Returns the limits of a manifest that sets none. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /** Returns the highest limits that a manifest can ask for. */
    public static Limits ceilings() {
        Map<LimitName, Long> most = new EnumMap<>(LimitName.class);
        for (LimitRule rule : LimitRule.values()) {
            most.put(rule.limit(), rule.ceiling());
        }
        return new Limits(most, OptionalLong.of(LimitRule.FUEL.ceiling()));
    }

    /** Returns the value of a limit, in its unit: bytes, milliseconds, or a count. */
    public long get(LimitName name) {
        return name == LimitName.FUEL
                ? fuel.orElseGet(this::fuelForWallTime)
                : Objects.requireNonNull(values.get(name));
    }

    /**
     * Returns the value of a limit of time.
     *
     * @throws IllegalArgumentException if it is not a limit of time
     */
    public Duration time(LimitName name) {
        Duration value = Duration.ofMillis(get(name));
        long unused = LimitRule.of(name).units(value);
        return value;
    }

    /**
     * Returns these limits with another time.
     *
     * @throws IllegalArgumentException if it is not a limit of time, or the time lies outside the permitted range, naming the range
     */
    public Limits with(LimitName name, Duration time) {
        return with(name, LimitRule.of(name).units(time));
    }

    /**
     * Returns these limits with another size.
     *
     * @throws IllegalArgumentException if it is not a limit of bytes, or the size lies outside the permitted range, naming the range
     */
    public Limits with(LimitName name, ByteSize size) {
        return with(name, LimitRule.of(name).units(size));
    }

    /**
     * Returns these limits with another value for one of them.
     *
     * @param value the value in the limit's unit
     * @throws IllegalArgumentException when the value lies outside the permitted range, naming the range
     */
    public Limits with(LimitName name, long value) {
        long checked = LimitRule.of(name).check(value).orThrow();
        if (name == LimitName.FUEL) {
            return new Limits(values, OptionalLong.of(checked));
        }
        Map<LimitName, Long> changed = new EnumMap<>(values);
        changed.put(name, checked);
        return new Limits(changed, fuel);
    }

    /** Returns the lower of both values for every limit. A policy caps the limits of a manifest this way. */
    public Limits capAt(Limits ceiling) {
        Map<LimitName, Long> capped = new EnumMap<>(values);
        capped.replaceAll((name, value) -> Math.min(value, ceiling.get(name)));
        Limits limits = new Limits(capped, fuel);
        long mostFuel = ceiling.get(LimitName.FUEL);
        return limits.get(LimitName.FUEL) <= mostFuel ? limits : limits.with(LimitName.FUEL, mostFuel);
    }

    private long fuelForWallTime() {
        return get(LimitName.WALL_TIME) * FUEL_PER_MILLISECOND;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Limits limits && limits.values.equals(values) && limits.fuel.equals(fuel);
    }

    @Override
    public int hashCode() {
        return Objects.hash(values, fuel);
    }

    /** Returns all limits as a manifest writes them. */
    @Override
    public String toString() {
        return Arrays.stream(LimitRule.values())
                .map(rule -> rule.line(get(rule.limit())))
                .collect(Collectors.joining(", ", "Limits[", "]"));
    }
}
