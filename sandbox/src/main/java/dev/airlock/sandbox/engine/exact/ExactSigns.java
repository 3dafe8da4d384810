package dev.airlock.sandbox.engine.exact;

/**
 * Instructions that change only a sign, even that of a NaN (core specification, section 4.3.3). The JVM's compilers are
 * free in whether {@link Math#abs(float)} does so, and the engine takes one number for a NaN. Public only for the JVM.
 */
public final class ExactSigns {
    private ExactSigns() {}

    /** {@code f32.abs}. */
    public static float f32Abs(float value) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(value) & Integer.MAX_VALUE);
    }

    /** {@code f64.abs}. */
    public static double f64Abs(double value) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) & Long.MAX_VALUE);
    }

    /** {@code f32.copysign}. */
    public static float f32CopySign(float value, float sign) {
        return Float.intBitsToFloat((Float.floatToRawIntBits(value) & Integer.MAX_VALUE)
                | (Float.floatToRawIntBits(sign) & Integer.MIN_VALUE));
    }

    /** {@code f64.copysign}. */
    public static double f64CopySign(double value, double sign) {
        return Double.longBitsToDouble((Double.doubleToRawLongBits(value) & Long.MAX_VALUE)
                | (Double.doubleToRawLongBits(sign) & Long.MIN_VALUE));
    }
}
