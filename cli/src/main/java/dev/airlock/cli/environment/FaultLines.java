package dev.airlock.cli.environment;

import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.AirlockListener;
import dev.airlock.sandbox.engine.PartlyInterpreted;

/**
 * Prints internal events that the user has to know on standard error.
 *
 * @param terminal the terminal for the output
 * @param faults prints Airlock's own faults
 */
record FaultLines(Terminal terminal, Faults faults) implements AirlockListener {
    @Override
    public void interpreted(Throwable why) {
        terminal.err()
                .println("airlock: "
                        + (why instanceof PartlyInterpreted partly
                                ? String.valueOf(partly.getMessage())
                                : "the connector is interpreted, since its compiled form cannot be used ("
                                        + why.getClass().getSimpleName() + ")"));
    }

    @Override
    public void fault(String correlationId, Throwable fault) {
        faults.show(correlationId, fault);
    }
}
