package dev.airlock.sandbox.engine;

/** The compared ways to run a program. */
public enum Form {
    /** Chicory's compiler, its memory, its checks for interruption; not metered. */
    CHICORY,
    /** Chicory's compiler and checks with Airlock's memory, which shows the cost of the memory alone. */
    CHICORY_WITH_OUR_MEMORY,
    /** As Airlock runs it: metered, compiled, the pass over the classes, Airlock's memory. */
    AIRLOCK,
    /** Airlock without the pass: charges are writes to globals, and the checks for interruption stay. */
    AIRLOCK_WITHOUT_PASS,
    /** Chicory's interpreter with a listener that counts instructions. */
    CHICORY_INTERPRETED,
    /** Metered, interpreted. */
    AIRLOCK_INTERPRETED
}
