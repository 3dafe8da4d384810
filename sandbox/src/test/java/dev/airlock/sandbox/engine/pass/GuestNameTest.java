package dev.airlock.sandbox.engine.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An archive of loaded classes identifies a class by its name, so only the same code may have the same name. */
final class GuestNameTest {
    @Test
    void twoModulesHaveNoClassNameInCommon() throws Exception {
        Set<String> names = new HashSet<>(
                classes(metered(1), ClassPass.ON, Set.of()).classes().keySet());

        assertThat(classes(metered(2), ClassPass.ON, Set.of()).classes().keySet())
                .doesNotContainAnyElementsOf(names);
    }

    @Test
    void codeThatIsMadeInAnotherWayHasOtherNames() throws Exception {
        MeteredModule module = metered(1);

        assertThat(List.of(
                        name(module, ClassPass.ON, CodeSizes.TOO_LARGE, Set.of(), Set.of()),
                        name(module, ClassPass.OFF, CodeSizes.TOO_LARGE, Set.of(), Set.of()),
                        name(module, ClassPass.ON, 200, Set.of(), Set.of()),
                        name(module, ClassPass.ON, CodeSizes.TOO_LARGE, Set.of(3), Set.of()),
                        name(module, ClassPass.ON, CodeSizes.TOO_LARGE, Set.of(), Set.of(3))))
                .doesNotHaveDuplicates();
    }

    @Test
    void theNamesOfAllClassesOfAModuleBeginWithItsMachines() throws Exception {
        MeteredModule module = metered(1);
        GuestClasses classes = classes(module, ClassPass.ON, Set.of(0));

        assertThat(classes.machine())
                .startsWith(GuestName.PREFIX + "_")
                .isEqualTo(classes(module, ClassPass.ON, Set.of(0)).machine())
                .isNotEqualTo(classes(module, ClassPass.ON, Set.of()).machine());
        assertThat(classes.classes().keySet())
                .contains(classes.machine())
                .allSatisfy(name -> assertThat(name).startsWith(classes.machine()));
    }

    @Test
    void aKeptProgramKeepsItsNames() throws Exception {
        GuestClasses classes = classes(metered(1), ClassPass.ON, Set.of());

        GuestClasses again = GuestClasses.ofBytes(classes.toBytes());

        assertThat(again.machine()).isEqualTo(classes.machine());
        assertThat(again.classes().keySet()).isEqualTo(classes.classes().keySet());
    }

    private static String name(
            MeteredModule module, ClassPass pass, int divideFrom, Set<Integer> interpreted, Set<Integer> empty) {
        return GuestName.of(module, pass, divideFrom, interpreted, empty);
    }

    private static GuestClasses classes(MeteredModule module, ClassPass pass, Set<Integer> interpreted)
            throws Exception {
        return new GuestCompiler(
                        ModuleParser.parse(module.bytes(), LoadBudget.endless()), module, pass, LoadBudget.endless())
                .compile(interpreted);
    }

    private static MeteredModule metered(long seed) throws Exception {
        byte[] module = ModuleGenerator.module(seed);
        return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
    }
}
