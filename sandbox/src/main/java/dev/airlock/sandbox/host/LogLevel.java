package dev.airlock.sandbox.host;

import java.util.Arrays;
import java.util.Locale;

/** The level that a guest gives to a line of its log. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR;

    /** The level's word, as guests pass it and as output shows it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the level of a word, ignoring case; info for any other word. */
    static LogLevel of(String word) {
        return Arrays.stream(values())
                .filter(level -> level.name().equalsIgnoreCase(word))
                .findFirst()
                .orElse(INFO);
    }
}
