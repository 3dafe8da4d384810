package dev.airlock.cli.database;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock database}: the database that several machines share. */
@Command(
        name = "database",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Creates and checks the PostgreSQL database that several machines share.",
            "With AIRLOCK_DATABASE set to its URL, commands and calls keep there: the audit log, idempotency keys,",
            "conversations, reversals, reviews, circuits, and what connectors keep between calls.",
            "These stay on each machine, in AIRLOCK_HOME: bindings, installed connectors, the keyring, settings, actions,",
            "recordings, and the keys audit.key and calls.key, of which each machine needs the same.",
            "The user is in the URL (?user=agent), its password in PostgreSQL's password file (PGPASSFILE)."
        },
        footer = {"", "Example:", "  airlock database check --database 'jdbc:postgresql://db/agent?user=agent'"})
public final class DatabaseCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new DatabaseCommand())
                .addSubcommand(new DatabaseMigrate(terminal))
                .addSubcommand(new DatabaseCheck(terminal));
    }
}
