package dev.airlock.sandbox.host;

/**
 * One line of a guest's log.
 *
 * @param level how important the guest says it is
 * @param message the guest's words, uncleaned: whoever shows them cleans them
 */
public record LogLine(LogLevel level, String message) {}
