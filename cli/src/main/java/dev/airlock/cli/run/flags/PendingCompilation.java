package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.runtime.Airlock;

/** The end of a command after its answer is printed. It completes the compilation, so that the next command finds compiled code. */
public final class PendingCompilation {
    private PendingCompilation() {}

    /** Waits for the compilation, unless Ctrl-C ends the wait. */
    public static void await(Airlock airlock, Terminal terminal, boolean quiet, Interruption interruption) {
        terminal.out().flush();
        interruption.finishing(airlock::close);
        Progress progress = Progress.start(terminal, quiet, "compiling for the next run; Ctrl-C skips it");
        try {
            airlock.awaitCompilation();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            progress.close();
        }
    }
}
