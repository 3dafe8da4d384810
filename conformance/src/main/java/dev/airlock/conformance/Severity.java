package dev.airlock.conformance;

import java.util.Locale;

/** The severity of a check's findings. */
public enum Severity {
    /** The connector does not conform. */
    ERROR,
    /** The connector conforms, and a person should look at the finding. */
    WARNING;

    /** Returns the word for the severity. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
