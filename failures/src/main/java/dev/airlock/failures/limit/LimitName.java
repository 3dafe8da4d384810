package dev.airlock.failures.limit;

import java.util.Arrays;
import java.util.List;

/**
 * The limits that a call or a load can reach, by their names in {@code details.limit} and in the manifest's {@code [limits]} table.
 *
 * <p>The set is closed and published in {@code src/abi/limits.md}; a name never changes its meaning.
 */
public enum LimitName {
    /** All linear memories of one instance together, in bytes. */
    MEMORY("memory", Unit.BYTES, 1024L << 20),
    /** The time from {@code invoke} to the answer, in milliseconds. */
    WALL_TIME("wall_time", Unit.MILLISECONDS, 300_000),
    /** Units of fuel, as the published schedule counts them. */
    FUEL("fuel", Unit.COUNT, 300_000_000_000L),
    /** Guest frames, in bytes. */
    STACK("stack", Unit.BYTES, 8L << 20),
    /** Elements of all tables of one instance together. */
    TABLE("table", Unit.COUNT, 10_000_000),
    /** Bytes that the guest receives on standard input. */
    STDIN("stdin", Unit.BYTES, 64L << 20),
    /** Bytes a guest may write to standard output. */
    STDOUT("stdout", Unit.BYTES, 64L << 20),
    /** Bytes a guest may write to standard error before the call ends; far fewer are kept. */
    STDERR("stderr", Unit.BYTES, 64L << 20),
    /** Lines a guest may log. */
    LOG("log", "lines", Unit.COUNT, 100_000),
    /** Bytes a guest may log. */
    LOG_BYTES("log", "bytes", Unit.BYTES, 64L << 20),
    /** Decoded bytes of one response. */
    HTTP_RESPONSE("http_response", Unit.BYTES, 64L << 20),
    /** HTTP exchanges of one call. */
    EXCHANGES("exchanges", Unit.COUNT, 1_000),
    /** Calls of Airlock's own host functions; calls of WASI functions do not count. */
    HOST_CALLS("host_calls", Unit.COUNT, 1_000_000),
    /** Bytes a connector may keep in its state, keys included. */
    STATE("state", "bytes", Unit.BYTES, 64L << 20),
    /** Keys a connector may keep in its state. */
    STATE_KEYS("state", "keys", Unit.COUNT, 10_000),
    /** The module itself, in bytes. */
    MODULE("module", "bytes", Unit.BYTES, 128L << 20),
    /** Functions that a module defines. */
    FUNCTIONS("module", "functions", Unit.COUNT, 100_000),
    /** Locals of one function. */
    LOCALS("module", "locals", Unit.COUNT, 100_000),
    /** Blocks nested in one function. */
    NESTING("module", "nesting", Unit.COUNT, 20_000),
    /** Data and element segments of a module. */
    SEGMENTS("module", "segments", Unit.COUNT, 400_000),
    /** The time that loading may take, in milliseconds. */
    COMPILE("compile", "time", Unit.MILLISECONDS, 600_000),
    /** The heap that loading may take, in bytes, as estimated from the contents of the module. */
    COMPILE_MEMORY("compile", "memory", Unit.BYTES, 4096L << 20);

    /** The unit that a limit counts in. */
    public enum Unit {
        BYTES,
        MILLISECONDS,
        COUNT
    }

    private final String wireName;
    private final String aspect;
    private final Unit unit;
    private final long ceiling;

    LimitName(String wireName, Unit unit, long ceiling) {
        this(wireName, "", unit, ceiling);
    }

    LimitName(String wireName, String aspect, Unit unit, long ceiling) {
        this.wireName = wireName;
        this.aspect = aspect;
        this.unit = unit;
        this.ceiling = ceiling;
    }

    /** Returns the name in {@code details.limit} and the key in a manifest; limits of the same thing share one. */
    public String wireName() {
        return wireName;
    }

    /**
     * Returns the value of {@code details.aspect}, which tells apart limits that share a name; empty if the limit shares its name with no
     * other.
     */
    public String aspect() {
        return aspect;
    }

    /** Returns the unit of {@code details.configured} and {@code details.used}. */
    public Unit unit() {
        return unit;
    }

    /** Returns the highest value that a manifest may ask for, in the unit. */
    public long ceiling() {
        return ceiling;
    }

    /** Returns the limits with that wire name, in order; empty if there is no such name. Names match exactly. */
    public static List<LimitName> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(name -> name.wireName.equals(wireName))
                .toList();
    }
}
