package dev.airlock.cli.settings;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock settings}: the values of a connector's settings. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Shows and changes a connector's settings, such as the site that it talks to. Its manifest declares them.",
            "Values are not secret: for secrets use `airlock binding`."
        },
        footer = {"", "Example:", "  airlock settings set github://acme/tickets site=acme"})
public final class SettingsCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new SettingsCommand())
                .addSubcommand(new SettingsList(terminal))
                .addSubcommand(new SettingsChange.Set(terminal))
                .addSubcommand(new SettingsChange.Unset(terminal));
    }
}
