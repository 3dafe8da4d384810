package dev.airlock.sandbox.engine.spec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.airlock.sandbox.metering.MeteredModule;

/**
 * What the reader admits and the engine finds valid is still valid when charges were added.
 *
 * <p>Replays the files beside it under {@code src/test/resources}; CONTRIBUTING.md says how to look for new ones.
 */
final class MeteredModuleFuzzTest {
    @FuzzTest(maxDuration = "5m")
    void keepsAValidModuleValid(byte[] module) {
        MeteredModule metered;
        try {
            metered = TestEngine.meter(module);
        } catch (TestEngine.RefusedByTheReader refused) {
            return;
        }
        if (isValid(module)) {
            TestEngine.parse(metered.bytes());
        }
    }

    private static boolean isValid(byte[] module) {
        try {
            TestEngine.parse(module);
            return true;
        } catch (RuntimeException broken) { // the engine says in many ways that it does not take a module
            return false;
        }
    }
}
