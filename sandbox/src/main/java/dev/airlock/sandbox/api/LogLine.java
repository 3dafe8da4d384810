package dev.airlock.sandbox.api;

/**
 * A line that a connector logged.
 *
 * @param level trace, debug, info, warn or error
 * @param message the connector's words: without control characters, without known secrets, at most 4 KiB
 */
public record LogLine(String level, String message) {}
