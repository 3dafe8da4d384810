package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.compile.GuestClassLoader;
import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.instance.InitialState;
import dev.airlock.sandbox.engine.interpreter.FlatModule;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleSkeleton;
import java.util.Optional;
import java.util.function.Function;

/**
 * A module whose functions were compiled to classes of a JVM.
 *
 * @param module the whole module
 * @param classes its code
 * @param file the part that can be kept; empty if instances cannot be made from a common initial state
 */
public record Compilation(WasmModule module, GuestClasses classes, Optional<ProgramFile> file) {
    /**
     * Returns a module's compilation.
     *
     * @param classes its code, as {@link GuestCompiler} made it
     */
    static Compilation of(
            WasmModule module, MeteredModule metered, Optional<InitialState> state, GuestClasses classes) {
        int imported = metered.info().importedFunctions();
        Optional<ProgramFile> file = state.map(initial -> new ProgramFile(
                metered.info().codeFacts(),
                ModuleSkeleton.of(
                        metered.bytes(), function -> classes.interpreted().contains(imported + function)),
                initial,
                classes));
        return new Compilation(module, classes, file);
    }

    /** Returns the program, with classes that the JVM has verified. */
    public Program program(ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        Function<Instance, Machine> machines = GuestClassLoader.load(classes, budget);
        if (file.isPresent()) {
            return program(file.get(), machines, info, budget);
        }
        return program(module, Optional.empty(), classes, machines, info);
    }

    /**
     * Returns the program of a file, which came from a compilation whose classes were verified; they are loaded as they
     * are used.
     *
     * @throws InvalidModuleException if the engine rejects the skeleton
     */
    static Program program(ProgramFile file, ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        return program(file, GuestClassLoader.lazily(file.classes()), info, budget);
    }

    private static Program program(
            ProgramFile file, Function<Instance, Machine> machines, ModuleInfo info, LoadBudget budget)
            throws InvalidModuleException {
        WasmModule skeleton = ModuleParser.parse(file.skeleton(), budget);
        return program(skeleton, Optional.of(file.state()), file.classes(), machines, info);
    }

    private static Program program(
            WasmModule module,
            Optional<InitialState> state,
            GuestClasses classes,
            Function<Instance, Machine> machines,
            ModuleInfo info) {
        WasmModule run = classes.interpreted().isEmpty() ? module : FlatModule.of(module);
        return new Program(
                run,
                state,
                (instance, frames) -> machines.apply(instance),
                classes.frameRatio(),
                classes.globalFields(),
                info);
    }
}
