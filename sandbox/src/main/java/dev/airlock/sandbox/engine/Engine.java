package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.load.LoadStopped;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes programs of modules. Thread-safe. */
public final class Engine {
    private final ClassPass pass;
    private final Optional<KeptPrograms> kept;
    private final Consumer<Throwable> notTaken;

    private Engine(ClassPass pass, Optional<KeptPrograms> kept, Consumer<Throwable> notTaken) {
        this.pass = pass;
        this.kept = kept;
        this.notTaken = notTaken;
    }

    /**
     * An engine that keeps no compiled program, so that each process compiles anew.
     *
     * @param notTaken is told why the compiler did not take a module, which is then interpreted, and by {@link PartlyInterpreted} which
     *     functions it did not take of one that it did
     */
    public static Engine of(Consumer<Throwable> notTaken) {
        return of(ClassPass.ofTheJvm(), notTaken);
    }

    /** The same, with another class pass than the JVM's settings say. */
    public static Engine of(ClassPass pass, Consumer<Throwable> notTaken) {
        return new Engine(pass, Optional.empty(), notTaken);
    }

    /**
     * The same.
     *
     * @param cache where compiled programs are kept between processes
     */
    public static Engine of(CodeCache cache, ClassPass pass, Consumer<Throwable> notTaken) {
        return new Engine(pass, KeptPrograms.in(cache, pass), notTaken);
    }

    /**
     * Validates a module as its author wrote it, by Airlock's rules and the engine's.
     *
     * <p>Throws {@link LoadStopped} if the budget does not last.
     *
     * @param module one that Airlock's reader has read
     * @param info what it read
     * @throws InvalidModuleException if it breaks a rule of the core specification's validation chapter
     */
    public void validate(byte[] module, ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        ModuleParser.validate(module, info, budget);
    }

    /**
     * What was kept of a module at an earlier time. It was read, valid and compiled then.
     *
     * @param module as its author built it
     */
    public Optional<KeptProgram> kept(byte[] module) {
        return kept.flatMap(programs -> programs.get(module)).map(file -> new KeptProgram(file, notTaken));
    }

    /**
     * Prepares a metered module.
     *
     * <p>Throws {@link LoadStopped} if the budget does not last.
     *
     * @param module as its author built it, accepted by {@link #validate}
     * @param label what it is, for a person who looks at what is kept
     * @param metered the same with charges
     * @throws InvalidModuleException if the engine does not take it
     */
    public PreparedModule prepare(byte[] module, String label, MeteredModule metered, LoadBudget budget)
            throws InvalidModuleException {
        return new PreparedModule(
                module, label, metered, ModuleParser.parse(metered.bytes(), budget), pass, kept, notTaken);
    }
}
