package dev.airlock.failures;

import java.util.Arrays;
import java.util.List;

/**
 * The limits a call or a load can run into, by the name that {@code details.limit} and the manifest's {@code [limits]}
 * table use.
 *
 * <p>The set is closed and published in {@code src/abi/limits.md}; a name never changes its meaning.
 */
public enum LimitName {
    /** All linear memories of one instance together, in bytes. */
    MEMORY("memory", Unit.BYTES),
    /** From {@code invoke} to the answer, in milliseconds. */
    WALL_TIME("wall_time", Unit.MILLISECONDS),
    /** Units of fuel, as the published schedule counts them. */
    FUEL("fuel", Unit.COUNT),
    /** Guest frames, in bytes. */
    STACK("stack", Unit.BYTES),
    /** Elements of all tables of one instance together. */
    TABLE("table", Unit.COUNT),
    /** Bytes handed to the guest on standard input. */
    STDIN("stdin", Unit.BYTES),
    /** Bytes a guest may write to standard output. */
    STDOUT("stdout", Unit.BYTES),
    /** Bytes a guest may write to standard error before the call ends; far fewer are kept. */
    STDERR("stderr", Unit.BYTES),
    /** Lines a guest may log. */
    LOG("log", "lines", Unit.COUNT),
    /** Bytes a guest may log. */
    LOG_BYTES("log", "bytes", Unit.BYTES),
    /** Decoded bytes of one response. */
    HTTP_RESPONSE("http_response", Unit.BYTES),
    /** HTTP exchanges of one call. */
    EXCHANGES("exchanges", Unit.COUNT),
    /** Calls of Airlock's own host functions; WASI's do not count. */
    HOST_CALLS("host_calls", Unit.COUNT),
    /** Bytes a connector may keep in its state, keys included. */
    STATE("state", "bytes", Unit.BYTES),
    /** Keys a connector may keep in its state. */
    STATE_KEYS("state", "keys", Unit.COUNT),
    /** The module itself, in bytes. */
    MODULE("module", "bytes", Unit.BYTES),
    /** Functions that a module defines. */
    FUNCTIONS("module", "functions", Unit.COUNT),
    /** Locals of one function. */
    LOCALS("module", "locals", Unit.COUNT),
    /** Blocks nested in one function. */
    NESTING("module", "nesting", Unit.COUNT),
    /** Data and element segments of a module. */
    SEGMENTS("module", "segments", Unit.COUNT),
    /** Time that loading may take, in milliseconds. */
    COMPILE("compile", "time", Unit.MILLISECONDS),
    /** Heap that loading may take, in bytes, as it is estimated from what the module has. */
    COMPILE_MEMORY("compile", "memory", Unit.BYTES);

    /** What a limit counts. */
    public enum Unit {
        BYTES,
        MILLISECONDS,
        COUNT
    }

    private final String wireName;
    private final String aspect;
    private final Unit unit;

    LimitName(String wireName, Unit unit) {
        this(wireName, "", unit);
    }

    LimitName(String wireName, String aspect, Unit unit) {
        this.wireName = wireName;
        this.aspect = aspect;
        this.unit = unit;
    }

    /** The name in {@code details.limit} and the key in a manifest; limits of the same thing share one. */
    public String wireName() {
        return wireName;
    }

    /** Which of the limits that share a name this is, as {@code details.aspect} gives it; empty for a name of its own. */
    public String aspect() {
        return aspect;
    }

    /** What {@code details.configured} and {@code details.used} count. */
    public Unit unit() {
        return unit;
    }

    /** The limits with that wire name, in order; none if there is no such name. Names match exactly. */
    public static List<LimitName> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(name -> name.wireName.equals(wireName))
                .toList();
    }
}
