package dev.airlock.sandbox.api;

/** A phase of a load, in this order. A module whose compiled form was kept has only the first. */
public enum LoadPhase {
    /** The module is read, and compared with limits and manifest. */
    READING("reading"),
    /** The module is validated as its author wrote it. */
    VALIDATING("validating"),
    /** The module is rewritten to charge for fuel and stack, and read again by the engine. */
    METERING("metering"),
    /** The module is compiled, by far the longest phase; left out if that happens later, in the background. */
    COMPILING("compiling"),
    /** The module's initial state is captured, for a reactor that asks for it. */
    CAPTURING("capturing");

    private final String word;

    LoadPhase(String word) {
        this.word = word;
    }

    /** The phase as one word of a progress line. */
    public String word() {
        return word;
    }
}
