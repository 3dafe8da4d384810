package dev.airlock.cli.recovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.runtime.recovery.store.CircuitStore.Circuit;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.Time;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code airlock breaker}: the hosts that are not asked at present, because they failed too often. */
@Command(
        name = "breaker",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Shows the hosts that Airlock does not call at the moment, because they failed too often.",
        footer = {"", "Example:", "  airlock breaker list"})
public final class BreakerCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new BreakerCommand()).addSubcommand(new Listing(terminal));
    }

    /** {@code airlock breaker list}: lists the circuits. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Shows the circuit of each connector and host that ever failed too often.",
                "State closed: calls go to the host. State open: none until the time shown. State half_open: the next call tries it."
            },
            footer = {"", "Example:", "  airlock breaker list --json"})
    static final class Listing implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private JsonFlag json = new JsonFlag();

        @Option(names = "--scripted", description = "Show the circuits of runs with --upstream, which are kept apart.")
        private boolean scripted;

        Listing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            try (RecoveryStore store = RecoveryFile.open(terminal, scripted)) {
                List<Circuit> circuits = store.circuits().list();
                if (json.isGiven()) {
                    terminal.out().println(SafeJson.line(document(circuits)));
                } else {
                    circuits.forEach(circuit -> terminal.out().println(line(circuit)));
                    terminal.out().println(circuits.size() == 1 ? "1 circuit" : circuits.size() + " circuits");
                }
                return ExitCode.SUCCESS;
            } catch (StoreUnavailableException e) {
                throw RecoveryFile.unusable(e);
            }
        }

        private static String line(Circuit circuit) {
            String state = state(circuit);
            return circuit.connector() + "  " + circuit.host() + "  " + state
                    + (state.equals("closed") ? "" : "  failed with " + last(circuit))
                    + (state.equals("open")
                            ? "  asked again at " + circuit.retryAt().truncatedTo(ChronoUnit.SECONDS)
                            : "");
        }

        private static ObjectNode document(List<Circuit> circuits) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("circuits");
            circuits.forEach(circuit -> array.addObject()
                    .put("connector", circuit.connector())
                    .put("host", circuit.host())
                    .put("state", state(circuit))
                    .put("last", last(circuit))
                    .put("changed_at", circuit.changedAt().toString())
                    .put("retry_at", circuit.retryAt().toString()));
            return document;
        }

        /**
         * Returns the state of a circuit. An open circuit whose time has passed is half open, because it lets the next exchange through.
         */
        private static String state(Circuit circuit) {
            boolean isDue = !circuit.retryAt().isAfter(Time.ofTheMachine().now());
            return circuit.state().equals("open") && isDue ? "half_open" : circuit.state();
        }

        private static String last(Circuit circuit) {
            return circuit.lastStatus() > 0 ? Integer.toString(circuit.lastStatus()) : circuit.lastKind();
        }
    }
}
