package dev.airlock.cli.actions;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock action}: the actions that an agent can call; its subcommands add, run, list, check, show and remove them. */
@Command(
        name = "action",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Runs actions: files that name connectors, pinned by their hash, and the steps that use them.",
            "Name an action by its file, or by its name if it is in $AIRLOCK_HOME/actions."
        },
        footer = {
            "",
            "Examples:",
            "  airlock action add ship-update.md",
            "  airlock action check sample-connectors/actions/ship-update.md",
            "  airlock action show sample-connectors/actions/payment.md",
            "  airlock action list sample-connectors/actions"
        })
public final class ActionCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal, Faults faults) {
        return new CommandLine(new ActionCommand())
                .addSubcommand(new ActionAddCommand(terminal))
                .addSubcommand(new ActionRunCommand(terminal, faults))
                .addSubcommand(new ActionListCommand(terminal))
                .addSubcommand(new ActionCheckCommand(terminal))
                .addSubcommand(new ActionShowCommand(terminal))
                .addSubcommand(new ActionRemoveCommand(terminal));
    }
}
