package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;

/** A way to run the suite. */
enum SpecMode {
    PLAIN(TestEngine.INTERPRETED, false),
    PLAIN_COMPILED(TestEngine.COMPILED, false),
    METERED_INTERPRETED(TestEngine.INTERPRETED, true),
    METERED_COMPILED(TestEngine.COMPILED, true),
    METERED_WITHOUT_PASS(TestEngine.COMPILED_WITHOUT_PASS, true);

    private final TestEngine engine;
    private final boolean metered;

    SpecMode(TestEngine engine, boolean metered) {
        this.engine = engine;
        this.metered = metered;
    }

    /** In a metered mode, the stack that the rewrite counts is used up before that of the thread. */
    long threadStackBytes() {
        return metered ? 64L << 20 : 1L << 20;
    }

    /** Validates the module, rewrites it if the mode is metered, and makes an instance. */
    Instance instantiate(byte[] module, ImportValues imports, FuelGauge gauge) {
        if (!metered) {
            return engine.plain(module, imports).build();
        }
        TestEngine.parse(module);
        return engine.metered(TestEngine.meter(module), imports, gauge);
    }
}
