package dev.airlock.cli.console;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Prints Airlock's own faults: always their kind, and their stack only with {@code --debug}. */
public final class Faults implements Thread.UncaughtExceptionHandler {
    private final Terminal terminal;
    private final BooleanSupplier debug;

    /** Prints stack traces only if {@code debug} is true at that moment. */
    public Faults(Terminal terminal, BooleanSupplier debug) {
        this.terminal = terminal;
        this.debug = debug;
    }

    /** Prints a fault inside a call. The outcome refers to it by its correlation id. */
    public void show(String correlationId, Throwable fault) {
        terminal.err().println("airlock: fault " + correlationId + ": " + kind(fault));
        trace(fault);
    }

    /** Converts anything that a command threw to the problem with which the command ends. */
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
