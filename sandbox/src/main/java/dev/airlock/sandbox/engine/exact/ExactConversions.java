package dev.airlock.sandbox.engine.exact;

/** Conversions that round as the core specification says (section 4.3.3). Public only for the JVM. */
public final class ExactConversions {
    private ExactConversions() {}

    /**
     * {@code f32.convert_i64_u}: the nearest number, the even one of two. The engine cuts off low bits that would break
     * a tie.
     *
     * <p>Half of a large number has its lowest bit set if either of the two lowest was, so that it rounds as the whole
     * does.
     */
    public static float f32FromUnsigned(long value) {
        return value >= 0 ? value : (float) ((value >>> 1) | (value & 1)) * 2;
    }

    /** {@code f64.convert_i64_u}, likewise; the engine always takes the smaller one of two. */
    public static double f64FromUnsigned(long value) {
        return value >= 0 ? value : (double) ((value >>> 1) | (value & 1)) * 2;
    }
}
