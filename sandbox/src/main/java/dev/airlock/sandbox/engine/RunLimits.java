package dev.airlock.sandbox.engine;

/**
 * The limits that the engine itself enforces during one run.
 *
 * @param memoryBytes all linear memories together, in bytes
 * @param tableElements all tables together
 * @param stackBytes guest frames, in bytes
 */
public record RunLimits(long memoryBytes, long tableElements, long stackBytes) {}
