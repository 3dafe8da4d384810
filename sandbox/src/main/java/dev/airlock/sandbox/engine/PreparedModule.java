package dev.airlock.sandbox.engine;

import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.engine.bytecode.division.FrameRatio;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.frame.FramedInterpreter;
import dev.airlock.sandbox.engine.instance.InitialState;
import dev.airlock.sandbox.engine.interpreter.FlatModule;
import dev.airlock.sandbox.engine.interpreter.UsedFunctions;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A module that can be interpreted at once, and compiled later. Immutable. */
public final class PreparedModule {
    private final byte[] original;
    private final String label;
    private final MeteredModule metered;
    private final WasmModule module;
    private final Optional<InitialState> state;
    private final UsedFunctions used;
    private final ClassPass pass;
    private final Optional<KeptPrograms> kept;
    private final Consumer<Throwable> notTaken;

    PreparedModule(
            byte[] original,
            String label,
            MeteredModule metered,
            WasmModule module,
            ClassPass pass,
            Optional<KeptPrograms> kept,
            Consumer<Throwable> notTaken) {
        this.original = original;
        this.label = label;
        this.metered = metered;
        this.module = module;
        this.state = InitialState.of(module, metered.definedGlobals());
        this.used = UsedFunctions.noneOf(metered.info());
        this.pass = pass;
        this.kept = kept;
        this.notTaken = notTaken;
    }

    /** The functions that the interpreted program has used. */
    public UsedFunctions used() {
        return used;
    }

    /** Returns the program that interprets the module. */
    public Program interpreted() {
        return new Program(
                FlatModule.of(module),
                state,
                (instance, frames) -> new FramedInterpreter(instance, frames, used),
                FrameRatio.INTERPRETED,
                0,
                metered.info());
    }

    /**
     * Returns the program that runs the module as JVM classes, which are kept for other processes. Empty if the
     * compiler rejects the module as a whole, which is not a failure. Functions that the interpreted program has used
     * so far are grouped together, so that the next process loads them sooner. May be called on any thread.
     *
     * @throws LoadStopped if the budget does not last
     */
    public Optional<Program> compiled(LoadBudget budget) {
        try {
            return Optional.of(compiled(budget, new TreeSet<>()));
        } catch (LoadStopped e) {
            throw e;
        } catch (InvalidModuleException | RuntimeException | LinkageError | StackOverflowError e) {
            notTaken.accept(e);
            return Optional.empty();
        }
    }

    private Program compiled(LoadBudget budget, Set<Integer> notTaken) throws InvalidModuleException {
        GuestCompiler compiler = new GuestCompiler(module, metered, pass, budget).puttingTogether(used);
        Compilation compilation = Compilation.of(module, metered, state, compiler.compile(notTaken));
        try {
            Program program = compilation.program(metered.info(), budget);
            tellInterpreted(compilation.classes().interpreted());
            compilation.file().ifPresent(file -> kept.ifPresent(programs -> programs.put(original, label, file)));
            return program;
        } catch (LinkageError e) {
            if (!notTaken.addAll(compiler.causes(e, compilation.classes().interpreted()))) {
                throw e;
            }
            return compiled(budget, notTaken);
        }
    }

    private void tellInterpreted(Set<Integer> functions) {
        if (!functions.isEmpty()) {
            notTaken.accept(PartlyInterpreted.of(functions, metered.info().functionNames()));
        }
    }
}
