package dev.airlock.sandbox.host;

/**
 * A line of a guest's log.
 *
 * @param level the level that the guest gave
 * @param message the guest's words; clean them before you show them
 */
public record GuestLogLine(LogLevel level, String message) {}
