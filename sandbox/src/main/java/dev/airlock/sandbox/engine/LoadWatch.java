package dev.airlock.sandbox.engine;

/**
 * Whom a module is loaded for, and who wants to know when it takes long.
 *
 * @param label the connector, for a person who looks at the cache of compiled code
 * @param compiling is told when compilation begins, unless its result was found in the cache
 */
public record LoadWatch(String label, Runnable compiling) {
    /** Of a module that has no name, with nobody who looks. */
    public static final LoadWatch NONE = new LoadWatch("", () -> {});
}
