package dev.airlock.cli.run;

import dev.airlock.cli.console.Interruption;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.Airlock;

/** The end of a command whose answer is out: what is compiled by now or in a while is there for the next one. */
public final class PendingCompilation {
    private PendingCompilation() {}

    /** Waits for it, unless Ctrl-C leaves it. */
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
