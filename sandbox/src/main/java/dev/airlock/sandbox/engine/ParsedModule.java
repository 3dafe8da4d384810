package dev.airlock.sandbox.engine;

import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.metering.MeteredModule;

/** A metered module, parsed. Nothing of it may be executed before the module that it was made of is known to be valid. */
public final class ParsedModule {
    private final MeteredModule metered;
    private final WasmModule module;

    ParsedModule(MeteredModule metered, WasmModule module) {
        this.metered = metered;
        this.module = module;
    }

    MeteredModule metered() {
        return metered;
    }

    WasmModule module() {
        return module;
    }
}
