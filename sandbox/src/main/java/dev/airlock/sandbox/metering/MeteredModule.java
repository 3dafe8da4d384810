package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.FunctionSize;

/**
 * A module that accounts for what it executes through three hidden globals of type i64, for which the engine must
 * supply objects of its own:
 * <ul>
 * <li>fuel: each value set is an amount to subtract from the balance; the guest ends when the balance does not suffice.
 * A negative value is the opposite of the amount, and does not end the guest. Never read.
 * <li>stack: each value set is an amount to subtract from the rest of the stack, negative when a call returns; the
 * guest ends when it does not suffice. Reading returns the rest.
 * <li>stack restore: the value set is the rest of the stack. Never read.
 * </ul>
 */
public final class MeteredModule {
    private final byte[] bytes;
    private final int fuelGlobalIndex;
    private final int definedGlobals;
    private final int scheduleVersion;
    private final int charges;
    private final ModuleInfo info;

    MeteredModule(byte[] bytes, ModuleInfo info, FunctionMetering functions) {
        this.bytes = bytes;
        this.fuelGlobalIndex = info.importedGlobals() + info.definedGlobals();
        this.definedGlobals = info.definedGlobals();
        this.scheduleVersion = FuelSchedule.VERSION;
        this.charges = functions.charges();
        this.info = info;
    }

    /** The rewritten module; the array is not copied, and must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Facts about the module as its author built it. */
    public ModuleInfo info() {
        return info;
    }

    /** The index of the hidden global for fuel: the first one after the module's own. */
    public int fuelGlobalIndex() {
        return fuelGlobalIndex;
    }

    /** The index of the hidden global for the stack. */
    public int stackGlobalIndex() {
        return fuelGlobalIndex + 1;
    }

    /** The index of the hidden global that restores the stack. */
    public int stackRestoreGlobalIndex() {
        return fuelGlobalIndex + 2;
    }

    /**
     * The number of globals that the module itself defines. An engine that creates globals in order creates that many
     * before.
     */
    public int definedGlobals() {
        return definedGlobals;
    }

    /** The version of the schedule by which the module charges. */
    public int scheduleVersion() {
        return scheduleVersion;
    }

    /**
     * Returns the bytes of a function's frame, by its index in the module's function space; an imported one has an
     * empty frame.
     */
    public long frameBytes(int functionIndex) {
        return isImported(functionIndex) ? StackFrames.BASE_BYTES : StackFrames.bytes(size(functionIndex));
    }

    /** Returns the bytes of a function's code before the rewrite, by its index in the module's function space. */
    public int codeBytes(int functionIndex) {
        return isImported(functionIndex) ? 0 : size(functionIndex).codeBytes();
    }

    /** The plan for compiling it. */
    public CompilePlan compilePlan() {
        return CompilePlan.of(info);
    }

    private boolean isImported(int functionIndex) {
        return functionIndex < info.importedFunctions();
    }

    private FunctionSize size(int functionIndex) {
        return info.functionSize(functionIndex - info.importedFunctions());
    }

    /** The number of places in the code that charge. */
    public int charges() {
        return charges;
    }
}
