package dev.airlock.sandbox.engine.memory;

import dev.airlock.sandbox.call.MeterCounters;

/**
 * The values that compiled guest code keeps beside its memory, where it needs no call to reach them: results on their
 * way to callers, which take them at once, and the module's first globals. Public, fields too, only for the JVM: the
 * classes of a guest have a loader of their own. Belongs to the call's own thread.
 */
@SuppressWarnings("checkstyle:VisibilityModifier")
public class GuestRegisters extends MeterCounters {
    /** The number of globals with a field: {@code int0} or {@code long0}, and so on. */
    public static final int GLOBALS = 8;

    public int intResult;
    public long longResult;
    public float floatResult;
    public double doubleResult;

    /** Globals that hold an {@code i32}. */
    public int int0;

    public int int1;
    public int int2;
    public int int3;
    public int int4;
    public int int5;
    public int int6;
    public int int7;

    /** The low halves of other globals, as the engine has them: all of a number's bits. */
    public long long0;

    public long long1;
    public long long2;
    public long long3;
    public long long4;
    public long long5;
    public long long6;
    public long long7;

    /** Returns the value of a global with such a field. */
    public final int intGlobal(int number) {
        return switch (number) {
            case 0 -> int0;
            case 1 -> int1;
            case 2 -> int2;
            case 3 -> int3;
            case 4 -> int4;
            case 5 -> int5;
            case 6 -> int6;
            case 7 -> int7;
            default -> throw noGlobal(number);
        };
    }

    /** Sets the value of a global with such a field. */
    public final void setIntGlobal(int number, int value) {
        switch (number) {
            case 0 -> int0 = value;
            case 1 -> int1 = value;
            case 2 -> int2 = value;
            case 3 -> int3 = value;
            case 4 -> int4 = value;
            case 5 -> int5 = value;
            case 6 -> int6 = value;
            case 7 -> int7 = value;
            default -> throw noGlobal(number);
        }
    }

    /** Returns the value of a global with such a field. */
    public final long longGlobal(int number) {
        return switch (number) {
            case 0 -> long0;
            case 1 -> long1;
            case 2 -> long2;
            case 3 -> long3;
            case 4 -> long4;
            case 5 -> long5;
            case 6 -> long6;
            case 7 -> long7;
            default -> throw noGlobal(number);
        };
    }

    /** Sets the value of a global with such a field. */
    public final void setLongGlobal(int number, long value) {
        switch (number) {
            case 0 -> long0 = value;
            case 1 -> long1 = value;
            case 2 -> long2 = value;
            case 3 -> long3 = value;
            case 4 -> long4 = value;
            case 5 -> long5 = value;
            case 6 -> long6 = value;
            case 7 -> long7 = value;
            default -> throw noGlobal(number);
        }
    }

    private static IllegalArgumentException noGlobal(int number) {
        return new IllegalArgumentException("global " + number + " has no field");
    }
}
