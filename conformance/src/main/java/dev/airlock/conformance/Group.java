package dev.airlock.conformance;

import java.util.Locale;

/** What a check is about. */
public enum Group {
    /** The module, whatever it is asked. */
    MODULE,
    /** How operations answer to what they are given. */
    CONTRACT,
    /** How it does under tighter limits. */
    LIMITS,
    /** What a captured initial state brings with it. */
    REACTOR;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
