package dev.airlock.sandbox;

/** What is being done to a module while it is loaded, in this order; only the first if its compiled form was kept. */
public enum LoadPhase {
    /** It is read, and compared with limits and manifest. */
    READING("reading"),
    /** It is validated as its author wrote it. */
    VALIDATING("validating"),
    /** It is rewritten so that it is charged for fuel and stack, and read again by the engine. */
    METERING("metering"),
    /** It is compiled, by far the longest; left out if that is done later, in the background. */
    COMPILING("compiling"),
    /** Its initial state is captured, for a reactor that asks for it. */
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
