package dev.airlock.cli.audit;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock audit}: the records of calls; its subcommands read them. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Reads the audit log: the calls, their outcomes, and the reasons.",
            "The log is audit.db in $AIRLOCK_HOME, or in airlock in your data folder ($XDG_DATA_HOME or ~/.local/share)."
        },
        footer = {
            "",
            "Examples:",
            "  airlock audit list --failed --since 2h",
            "  airlock audit explain audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f",
            "  airlock audit verify",
            "  airlock audit prune --before 90d"
        })
public final class AuditCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new AuditCommand())
                .addSubcommand(new AuditListCommand(terminal))
                .addSubcommand(new AuditShowCommand(terminal))
                .addSubcommand(new AuditExplainCommand(terminal))
                .addSubcommand(new AuditVerifyCommand(terminal))
                .addSubcommand(new AuditExportCommand(terminal))
                .addSubcommand(new AuditPruneCommand(terminal))
                .addSubcommand(AuditKeyCommand.line(terminal));
    }
}
