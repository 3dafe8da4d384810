package dev.airlock.sandbox.engine.spec;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import org.junit.jupiter.api.Test;

/** A guest that throws and catches pays for it, the same on both engines. */
final class ExceptionMeteringTest {
    private static final int CATCH = 0;
    private static final int CATCH_ALL = 2;

    @Test
    void chargesForThrowingAndCatchingInALoop() {
        ModuleBuilder module = new ModuleBuilder();
        int thrower = module.type(new int[] {I32});
        int counter = module.type(new int[] {I32}, I32);
        module.tag(thrower);
        int raise = module.function(
                thrower, w -> local(w, 0).opcode(Opcode.THROW).u32(0).opcode(Opcode.END));
        int run = module.function(counter, w -> throwInALoop(w, raise));
        module.exporting("run", 0, run);

        assertExact(module.build(), 7, 0);
    }

    /** Counts the parameter down to zero with values that a callee throws and a handler receives. */
    private static void throwInALoop(ByteWriter w, int raise) {
        w.opcode(Opcode.LOOP).u8(EMPTY);
        w.opcode(Opcode.BLOCK).u8(I32);
        w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH).u32(0).u32(0);
        local(w, 0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
        w.opcode(Opcode.CALL).u32(raise).opcode(Opcode.NOP).opcode(Opcode.END);
        w.opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
        w.opcode(Opcode.LOCAL_TEE).u32(0).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
        local(w, 0).opcode(Opcode.END);
    }

    @Test
    void chargesForCodeBeforeAThrowAndNotForCodeAfterIt() {
        ModuleBuilder module = new ModuleBuilder();
        module.tag(module.type(new int[] {}));
        int run = module.function(module.type(new int[] {I32}, I32), w -> {
            w.opcode(Opcode.BLOCK).u8(EMPTY);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(0);
            local(w, 0).opcode(Opcode.IF).u8(EMPTY);
            w.opcode(Opcode.I32_CONST)
                    .s64(1)
                    .opcode(Opcode.DROP)
                    .opcode(Opcode.THROW)
                    .u32(0);
            w.opcode(Opcode.I32_CONST).s64(2).opcode(Opcode.DROP).opcode(Opcode.END);
            w.opcode(Opcode.I32_CONST).s64(3).opcode(Opcode.DROP).opcode(Opcode.END);
            w.opcode(Opcode.I32_CONST).s64(4).opcode(Opcode.DROP).opcode(Opcode.END);
            w.opcode(Opcode.I32_CONST).s64(9).opcode(Opcode.END);
        });
        module.exporting("run", 0, run);

        assertExact(module.build(), 1, 9);
        assertExact(module.build(), 0, 9);
    }

    private static ByteWriter local(ByteWriter w, int index) {
        return w.opcode(Opcode.LOCAL_GET).u32(index);
    }

    private static void assertExact(byte[] module, long argument, long result) {
        ReferenceCounter reference = new ReferenceCounter();
        Instance unmetered = TestEngine.listened(module, ImportValues.empty(), reference);
        assertThat(unmetered.export("run").apply(argument)).containsExactly(result);
        MeteredModule metered = TestEngine.meter(module);
        for (TestEngine engine : TestEngine.values()) {
            FuelGauge gauge = FuelGauge.withoutLimit();
            Instance instance = engine.metered(metered, ImportValues.empty(), gauge);

            assertThat(instance.export("run").apply(argument)).as("%s", engine).containsExactly(result);
            assertThat(gauge.used()).as("%s", engine).isEqualTo(reference.units());
        }
    }
}
