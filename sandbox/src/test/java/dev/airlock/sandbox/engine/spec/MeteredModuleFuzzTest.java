package dev.airlock.sandbox.engine.spec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.ModuleRefused;

/**
 * A module that the reader admits and the engine finds valid is still valid with charges.
 *
 * <p>Replays the files beside it under {@code src/test/resources}; CONTRIBUTING.md says how to look for new ones.
 */
final class MeteredModuleFuzzTest {
    private static final Engine ENGINE = Engine.of(why -> {});

    @FuzzTest(maxDuration = "5m")
    void keepsAValidModuleValid(byte[] module) throws InvalidModuleException {
        MeteredModule metered;
        try {
            metered = TestEngine.meter(module);
        } catch (TestEngine.RefusedByTheReader refused) {
            return;
        }
        if (isValid(module)) {
            ENGINE.validate(metered.bytes(), read(metered.bytes()), LoadBudget.endless());
        }
    }

    private static ModuleInfo read(byte[] module) {
        try {
            return TestEngine.read(module);
        } catch (ModuleRefused refused) {
            throw new AssertionError("it was read before", refused);
        }
    }

    private static boolean isValid(byte[] module) {
        try {
            ENGINE.validate(module, read(module), LoadBudget.endless());
            return true;
        } catch (InvalidModuleException invalid) {
            return false;
        }
    }
}
