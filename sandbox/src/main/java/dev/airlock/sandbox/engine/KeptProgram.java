package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.wasm.CodeFacts;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.Optional;
import java.util.function.Consumer;

/** A compiled program of an earlier time, maybe of another process. Immutable. */
public final class KeptProgram {
    private final ProgramFile file;
    private final Consumer<Throwable> notTaken;

    KeptProgram(ProgramFile file, Consumer<Throwable> notTaken) {
        this.file = file;
        this.notTaken = notTaken;
    }

    /** What the reader found in the module's code. */
    public CodeFacts code() {
        return file.code();
    }

    /**
     * The program, ready to run; empty if the JVM or the engine does not take it.
     *
     * <p>Throws {@link dev.airlock.sandbox.load.LoadStopped} if the budget does not last.
     *
     * @param info what Airlock's reader read of the module
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
