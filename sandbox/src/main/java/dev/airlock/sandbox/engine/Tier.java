package dev.airlock.sandbox.engine;

/** The way in which a module's functions are executed. Both tiers give the same results and use the same fuel. */
public enum Tier {
    /** Compiled to JVM classes; functions that the compiler rejects are interpreted. */
    COMPILED("compiled"),
    /** Interpreted, every instruction. */
    INTERPRETED("interpreted");

    private final String wireName;

    Tier(String wireName) {
        this.wireName = wireName;
    }

    /** The name on the command line. */
    public String wireName() {
        return wireName;
    }
}
