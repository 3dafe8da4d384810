package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.Cache;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.Version;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.failures.ForeignText;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Makes programs of modules. Thread-safe. */
public final class Engine {
    private final Optional<Path> classFolder;

    private Engine(Optional<Path> classFolder) {
        this.classFolder = classFolder;
    }

    /** An engine that compiles anew in each process. */
    public static Engine withoutCache() {
        return new Engine(Optional.empty());
    }

    /**
     * An engine that keeps compiled classes in a folder, which is made when it is needed, for the user alone. Whoever can
     * write to the folder can run code in every process that uses it.
     */
    public static Engine cachingIn(Path folder) {
        return new Engine(Optional.of(folder.resolve("chicory-" + Version.version())));
    }

    /**
     * Validates a module as its author wrote it.
     *
     * @throws InvalidModuleException if it breaks a rule of the core specification's validation chapter
     */
    public void validate(byte[] module) throws InvalidModuleException {
        parse(module, true);
    }

    /**
     * Makes a program of a metered module.
     *
     * @param metered the module with charges, made from one that {@link #validate} accepted
     * @param fuelGlobal the index of the hidden global that charges are written to
     * @param functionNames a name for each function index, for traps
     * @throws InvalidModuleException if the engine does not take it
     */
    public Program load(byte[] metered, int fuelGlobal, Tier tier, IntFunction<String> functionNames)
            throws InvalidModuleException {
        WasmModule module = parse(metered, false);
        return new Program(module, machines(module, tier), fuelGlobal, functionNames);
    }

    private BiFunction<Instance, GuestFrames, Machine> machines(WasmModule module, Tier tier) {
        return switch (tier) {
            case INTERPRETED -> FramedInterpreter::new;
            case COMPILED -> {
                Function<Instance, Machine> compiled =
                        Compilation.compile(module, classFolder.<Cache>map(CompiledClasses::new));
                yield (instance, frames) -> compiled.apply(instance);
            }
        };
    }

    private static WasmModule parse(byte[] module, boolean validate) throws InvalidModuleException {
        try {
            return Parser.builder()
                    .withCustomParsers(Map.of())
                    .withValidation(validate)
                    .build()
                    .parse(() -> new ByteArrayInputStream(module));
        } catch (ChicoryException e) {
            throw new InvalidModuleException(ForeignText.clean(e.getMessage() == null ? "" : e.getMessage()));
        } catch (RuntimeException e) {
            throw new InvalidModuleException("its binary form is broken");
        }
    }
}
