package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A guest that used more than it had by charges without a check has run out of fuel, however it ended. */
final class OverdraftTest {

    @ParameterizedTest
    @CsvSource({"INTERPRETED, RETURN", "COMPILED, RETURN", "INTERPRETED, UNREACHABLE", "COMPILED, UNREACHABLE"})
    void endsByItsFuelWhetherItReturnsOrTraps(Tier tier, Opcode last) throws ModuleRefused {
        ModuleBuilder builder = new ModuleBuilder();
        builder.function(
                builder.type(new int[] {}),
                w -> w.opcode(Opcode.I32_CONST)
                        .s64(1)
                        .opcode(Opcode.DROP)
                        .opcode(last)
                        .opcode(Opcode.END));
        byte[] module = builder.exporting("_start", 0, 0).build();
        MeteredModule metered = FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));

        assertThat(termination(metered, tier, 2)).isEqualTo(new Termination.LimitReached(LimitName.FUEL, 2, 3));
        assertThat(termination(metered, tier, 3)).isNotInstanceOf(Termination.ByHost.class);
    }

    private static Termination termination(MeteredModule module, Tier tier, long fuel) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, fuel);
        return Instances.program(module, tier)
                .run(scope, List.of(), new RunLimits(1 << 20, 1_000, 1 << 20), guest -> guest.call("_start"))
                .termination();
    }
}
