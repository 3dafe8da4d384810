package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.code.CodeFacts;
import java.util.Optional;
import java.util.function.Consumer;

/** A compiled program from an earlier time, perhaps from another process. Immutable. */
public final class KeptProgram {
    private final ProgramFile file;
    private final Consumer<Throwable> notTaken;

    KeptProgram(ProgramFile file, Consumer<Throwable> notTaken) {
        this.file = file;
        this.notTaken = notTaken;
    }

    /** The facts that the reader found in the module's code. */
    public CodeFacts code() {
        return file.code();
    }

    /**
     * Returns the program, ready to run; empty if the JVM or the engine rejects it.
     *
     * @param info the facts that Airlock's reader found in the module
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public Optional<Program> program(ModuleInfo info, LoadBudget budget) {
        try {
            return Optional.of(Compilation.program(file, info, budget));
        } catch (InvalidModuleException | LinkageError e) {
            notTaken.accept(e);
            return Optional.empty();
        }
    }
}
