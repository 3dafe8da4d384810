package dev.airlock.sandbox.offenders;

import com.dylibso.chicory.wasm.ChicoryException;

/** Breaks a rule of the house on purpose. */
public final class NamesTheEngine {
    private NamesTheEngine() {}

    static Object uses() {
        return new ChicoryException("");
    }
}
