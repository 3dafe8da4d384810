package dev.airlock.conformance;

import java.util.Locale;

/** The subjects of checks. */
public enum Group {
    /** The module, whatever the call. */
    MODULE,
    /** The responses of operations to their arguments. */
    CONTRACT,
    /** The use of declared capabilities, and the reaction to denials. */
    CAPABILITIES,
    /** The behaviour under tighter limits. */
    LIMITS,
    /** The handling of exchanges that fail. */
    FAULTS,
    /** The effects of a repeated call. */
    RETRY,
    /** The places in which credentials and payloads appear. */
    SECRETS,
    /** The end of calls that their caller cancels. */
    CANCELLATION,
    /** The consequences of a captured initial state. */
    REACTOR;

    /** Returns the word for the group. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
