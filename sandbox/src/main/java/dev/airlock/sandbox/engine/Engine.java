package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes programs from modules. Thread-safe. */
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
     * Returns an engine that keeps no compiled program, so that each process compiles anew.
     *
     * @param notTaken receives the reason why the compiler rejected a module, which is then interpreted, and a
     *     {@link PartlyInterpreted} with the functions that it rejected of a module that it accepted
     */
    public static Engine of(Consumer<Throwable> notTaken) {
        return of(ClassPass.ofTheJvm(), notTaken);
    }

    /** Returns an engine with another class pass than the JVM's settings say. */
    public static Engine of(ClassPass pass, Consumer<Throwable> notTaken) {
        return new Engine(pass, Optional.empty(), notTaken);
    }

    /**
     * Returns an engine with a cache.
     *
     * @param cache keeps compiled programs between processes
     */
    public static Engine of(CodeCache cache, ClassPass pass, Consumer<Throwable> notTaken) {
        return new Engine(pass, KeptPrograms.in(cache, pass), notTaken);
    }

    /**
     * Validates a module as its author wrote it, by Airlock's rules and the engine's.
     *
     * @param module one that Airlock's reader has read
     * @param info the facts that it found
     * @throws InvalidModuleException if it breaks a rule of the core specification's validation chapter
     * @throws LoadStopped if the budget does not last
     */
    public void validate(byte[] module, ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        ModuleParser.validate(module, info, budget);
    }

    /**
     * Returns the program of a module that was kept earlier. The module was read, valid and compiled then.
     *
     * @param module as its author built it
     */
    public Optional<KeptProgram> findKept(byte[] module) {
        return kept.flatMap(programs -> programs.get(module)).map(file -> new KeptProgram(file, notTaken));
    }

    /**
     * Prepares a metered module.
     *
     * @param module as its author built it, accepted by {@link #validate}
     * @param label a description for a person who lists the cache
     * @param metered the same with charges
     * @throws InvalidModuleException if the engine rejects it
     * @throws LoadStopped if the budget does not last
     */
    public PreparedModule prepare(byte[] module, String label, MeteredModule metered, LoadBudget budget)
            throws InvalidModuleException {
        return new PreparedModule(
                module, label, metered, ModuleParser.parse(metered.bytes(), budget), pass, kept, notTaken);
    }
}
