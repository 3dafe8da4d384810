package dev.airlock.sandbox.metering;

/**
 * A module that charges for what it executes by writing to a hidden global.
 *
 * <p>To set that global is to pay: the engine must supply for it an object that takes each value set as an amount to
 * subtract from the balance, and that ends the guest when the balance does not suffice. The module never reads it.
 */
public final class MeteredModule {
    private final byte[] bytes;
    private final int fuelGlobalIndex;
    private final int definedGlobals;
    private final int scheduleVersion;
    private final int charges;

    MeteredModule(byte[] bytes, int fuelGlobalIndex, int definedGlobals, int scheduleVersion, int charges) {
        this.bytes = bytes;
        this.fuelGlobalIndex = fuelGlobalIndex;
        this.definedGlobals = definedGlobals;
        this.scheduleVersion = scheduleVersion;
        this.charges = charges;
    }

    /** The rewritten module; the array is not copied, and must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Index of the hidden global: the last one, after the module's own. */
    public int fuelGlobalIndex() {
        return fuelGlobalIndex;
    }

    /** Globals that the module itself defines: an engine that creates globals in order creates so many before. */
    public int definedGlobals() {
        return definedGlobals;
    }

    /** The version of the schedule it charges by. */
    public int scheduleVersion() {
        return scheduleVersion;
    }

    /** Places in the code that charge. */
    public int charges() {
        return charges;
    }
}
