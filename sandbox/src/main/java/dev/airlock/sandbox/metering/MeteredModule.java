package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.FunctionSize;
import dev.airlock.sandbox.wasm.ModuleInfo;

/**
 * A module that accounts for what it executes through three hidden globals of type i64, for which the engine must supply
 * objects of its own:
 *
 * <ul>
 *   <li>fuel: each value set is an amount to subtract from the balance; the guest ends when the balance does not suffice. Of a
 *       negative value the amount is the opposite, and the guest does not end there. Never read.
 *   <li>stack: each value set is an amount to subtract from what is left of the stack, negative when a call returns; the
 *       guest ends when it does not suffice. Reading gives what is left.
 *   <li>stack restore: the value set is what is left of the stack. Never read.
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

    /** What the module is, as its author built it. */
    public ModuleInfo info() {
        return info;
    }

    /** Index of the hidden global for fuel: the first one after the module's own. */
    public int fuelGlobalIndex() {
        return fuelGlobalIndex;
    }

    /** Index of the hidden global for the stack. */
    public int stackGlobalIndex() {
        return fuelGlobalIndex + 1;
    }

    /** Index of the hidden global that sets the stack back. */
    public int stackRestoreGlobalIndex() {
        return fuelGlobalIndex + 2;
    }

    /** Globals that the module itself defines: an engine that creates globals in order creates so many before. */
    public int definedGlobals() {
        return definedGlobals;
    }

    /** The version of the schedule it charges by. */
    public int scheduleVersion() {
        return scheduleVersion;
    }

    /** Bytes of a function's frame, by its index in the module's function space; an imported one has an empty frame. */
    public long frameBytes(int functionIndex) {
        return isImported(functionIndex) ? StackFrames.BASE_BYTES : StackFrames.bytes(size(functionIndex));
    }

    /** Bytes of a function's code before the rewrite, by its index in the module's function space. */
    public int codeBytes(int functionIndex) {
        return isImported(functionIndex) ? 0 : size(functionIndex).codeBytes();
    }

    /** How it is best compiled. */
    public CompilePlan compilePlan() {
        return CompilePlan.of(info);
    }

    private boolean isImported(int functionIndex) {
        return functionIndex < info.importedFunctions();
    }

    private FunctionSize size(int functionIndex) {
        return info.functionSize(functionIndex - info.importedFunctions());
    }

    /** Places in the code that charge. */
    public int charges() {
        return charges;
    }
}
