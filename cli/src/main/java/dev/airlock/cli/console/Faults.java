package dev.airlock.cli.console;

import java.util.List;
import java.util.function.BooleanSupplier;

/** What is shown of Airlock's own faults: their kind always, their stack only to whoever asked with {@code --debug}. */
public final class Faults implements Thread.UncaughtExceptionHandler {
    private final Terminal terminal;
    private final BooleanSupplier debug;

    /** Says stack traces only if {@code debug} is so at that moment. */
    public Faults(Terminal terminal, BooleanSupplier debug) {
        this.terminal = terminal;
        this.debug = debug;
    }

    /** A fault inside a call, which the outcome speaks of by its correlation id. */
    public void show(String correlationId, Throwable fault) {
        terminal.err().println("airlock: fault " + correlationId + ": " + kind(fault));
        trace(fault);
    }

    /** Whatever a command threw, as the problem that the command ends with. */
    public CommandProblem problem(Throwable thrown) {
        if (thrown instanceof CommandProblem problem) {
            return problem;
        }
        trace(thrown);
        return CommandProblem.configuration(
                "Airlock itself failed (" + kind(thrown)
                        + "). Run the command again with --debug to see where, and report it.",
                List.of());
    }

    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        terminal.err().println("airlock: a fault in thread " + thread.getName() + ": " + kind(fault));
        trace(fault);
    }

    private void trace(Throwable fault) {
        if (debug.getAsBoolean()) {
            fault.printStackTrace(terminal.err());
        }
    }

    private static String kind(Throwable fault) {
        return fault.getClass().getSimpleName();
    }
}
