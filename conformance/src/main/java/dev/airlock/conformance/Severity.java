package dev.airlock.conformance;

import java.util.Locale;

/** How bad it is when a check finds something. */
public enum Severity {
    /** The connector does not conform. */
    ERROR,
    /** The connector conforms, and somebody should look at it. */
    WARNING;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
