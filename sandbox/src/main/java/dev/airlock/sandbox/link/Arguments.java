package dev.airlock.sandbox.link;

/** The arguments of one host call. */
public final class Arguments {
    private final long[] raw;

    /** Wraps the engine's raw values; the array is not copied. */
    public Arguments(long[] raw) {
        this.raw = raw;
    }

    /** The i32 at that index. */
    public int i32(int index) {
        return (int) raw[index];
    }

    /** The i64 at that index. */
    public long i64(int index) {
        return raw[index];
    }
}
