package dev.airlock.sandbox.engine.memory;

import dev.airlock.sandbox.call.Gauges;

/**
 * What compiled guest code keeps beside its memory, where it needs no call to get at it: results on their way to callers, which take
 * them at once, and the module's first globals. Public, fields too, for the JVM's sake only: the classes of a guest have a loader of their
 * own. Belongs to the call's own thread.
 */
public class GuestRegisters extends Gauges {
    /** How many globals have a field: {@code global0} and so on. */
    public static final int GLOBALS = 8;

    public int intResult;
    public long longResult;
    public float floatResult;
    public double doubleResult;

    /** The low halves of globals, as the engine has them: all of a number's bits. */
    public long global0;

    public long global1;
    public long global2;
    public long global3;
    public long global4;
    public long global5;
    public long global6;
    public long global7;

    /** What a global holds. */
    public final long global(int number) {
        return switch (number) {
            case 0 -> global0;
            case 1 -> global1;
            case 2 -> global2;
            case 3 -> global3;
            case 4 -> global4;
            case 5 -> global5;
            case 6 -> global6;
            case 7 -> global7;
            default -> throw noGlobal(number);
        };
    }

    /** Sets what a global holds. */
    public final void setGlobal(int number, long value) {
        switch (number) {
            case 0 -> global0 = value;
            case 1 -> global1 = value;
            case 2 -> global2 = value;
            case 3 -> global3 = value;
            case 4 -> global4 = value;
            case 5 -> global5 = value;
            case 6 -> global6 = value;
            case 7 -> global7 = value;
            default -> throw noGlobal(number);
        }
    }

    private static IllegalArgumentException noGlobal(int number) {
        return new IllegalArgumentException("global " + number + " has no field");
    }
}
