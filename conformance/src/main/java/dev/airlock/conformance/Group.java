package dev.airlock.conformance;

import java.util.Locale;

/** What a check is about. */
public enum Group {
    /** The module, whatever it is asked. */
    MODULE,
    /** How operations answer to what they are given. */
    CONTRACT,
    /** What it uses of what it declares, and what it does when it is denied. */
    CAPABILITIES,
    /** How it does under tighter limits. */
    LIMITS,
    /** What it makes of exchanges that go wrong. */
    FAULTS,
    /** What happens twice when a call is repeated. */
    RETRY,
    /** Where credentials and payloads turn up. */
    SECRETS,
    /** How it ends when its caller ends it. */
    CANCELLATION,
    /** What a captured initial state brings with it. */
    REACTOR;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
