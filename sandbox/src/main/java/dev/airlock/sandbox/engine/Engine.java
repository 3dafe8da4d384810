package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.CompiledModule;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.failures.ForeignText;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.metering.MeteredModule;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Makes programs of modules. Thread-safe. */
public final class Engine {
    /** Beyond it a thread's stack would take more address space than the engine's interpreter's. */
    private static final long MAX_FRAME_RATIO = FrameRatio.INTERPRETED;

    private final Optional<CodeCache> cache;
    private final Consumer<Throwable> notTaken;

    private Engine(Optional<CodeCache> cache, Consumer<Throwable> notTaken) {
        this.cache = cache;
        this.notTaken = notTaken;
    }

    /**
     * An engine.
     *
     * @param cache where compiled classes are kept between processes; without one, each process compiles anew
     * @param notTaken is told why the compiler did not take a module, which is then interpreted
     */
    public static Engine of(Optional<CodeCache> cache, Consumer<Throwable> notTaken) {
        return new Engine(cache, notTaken);
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
     * @param functionNames a name for each function index, for traps
     * @throws InvalidModuleException if the engine does not take it
     */
    public Program load(MeteredModule metered, Tier tier, IntFunction<String> functionNames)
            throws InvalidModuleException {
        WasmModule module = parse(metered.bytes(), false);
        return switch (tier) {
            case INTERPRETED -> interpreted(module, metered, functionNames);
            case COMPILED -> compiled(module, metered, functionNames);
        };
    }

    private static Program interpreted(WasmModule module, MeteredModule metered, IntFunction<String> functionNames) {
        return new Program(
                ExactStores.in(module),
                InitialState.of(module, metered.definedGlobals()),
                FramedInterpreter::new,
                FrameRatio.INTERPRETED,
                metered.definedGlobals(),
                functionNames);
    }

    /** A module that the compiler cannot take as a whole stays on the interpreter; that is no failure. */
    private Program compiled(WasmModule module, MeteredModule metered, IntFunction<String> functionNames) {
        try {
            Compilation compilation = Compilation.of(module, metered, cache);
            if (compilation.frameRatio() <= MAX_FRAME_RATIO) {
                Function<Instance, Machine> machines = unchecked(compilation.machines());
                return new Program(
                        compilation.frameRatio() < FrameRatio.INTERPRETED ? module : ExactStores.in(module),
                        InitialState.of(module, metered.definedGlobals()),
                        (instance, frames) -> machines.apply(instance),
                        compilation.frameRatio(),
                        metered.definedGlobals(),
                        functionNames);
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            notTaken.accept(e);
        }
        return interpreted(module, metered, functionNames);
    }

    /** Without the check that the instance is of the very module that was compiled, and not of one whose stores are exact. */
    private static Function<Instance, Machine> unchecked(Function<Instance, Machine> machines) {
        return machines instanceof CompiledModule compiled ? compiled.machineFactory() : machines;
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
