package dev.airlock.sandbox.host;

import java.util.Arrays;
import java.util.Locale;

/** How important a guest says a line of its log is. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR;

    /** The word for it, as guests pass it and as output shows it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The level that a word means, case not regarded; info for any other. */
    static LogLevel of(String word) {
        return Arrays.stream(values())
                .filter(level -> level.name().equalsIgnoreCase(word))
                .findFirst()
                .orElse(INFO);
    }
}
