package dev.airlock.sandbox.engine.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CompilerCulpritsTest {
    private static final int FUNCTIONS = 40;

    @Test
    void findsEachFunctionThatTheCompilerFailsOn() throws ModuleRefused {
        Set<Integer> wrong = Set.of(3, 20, 21);

        assertThat(new CompilerCulprits(interpreted -> !interpreted.containsAll(wrong), module(), Set.of()).find())
                .isEqualTo(wrong);
    }

    @Test
    void looksAtNoFunctionThatIsInterpretedAnyway() throws ModuleRefused {
        assertThat(new CompilerCulprits(interpreted -> !interpreted.contains(7), module(), Set.of(7)).find())
                .isEmpty();
    }

    @Test
    void findsNoneIfTheCompilerFailsWithoutAnyFunction() throws ModuleRefused {
        AtomicInteger attempts = new AtomicInteger();

        assertThat(new CompilerCulprits(interpreted -> attempts.incrementAndGet() > 0, module(), Set.of()).find())
                .isEmpty();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void givesUpIfEveryFunctionIsOne() throws ModuleRefused {
        Set<Integer> none = Set.of();
        ModuleInfo large = module(1_000);

        assertThat(new CompilerCulprits(interpreted -> interpreted.size() < 1_000, large, none).find())
                .isEmpty();
    }

    private static ModuleInfo module() throws ModuleRefused {
        return module(FUNCTIONS);
    }

    private static ModuleInfo module(int functions) throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {});
        IntStream.range(0, functions).forEach(function -> module.function(type, w -> w.opcode(Opcode.END)));
        return WasmModuleReader.read(module.build(), ModuleLimits.DEFAULT);
    }
}
