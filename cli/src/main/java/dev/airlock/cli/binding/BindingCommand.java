package dev.airlock.cli.binding;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock binding}: the credentials that connectors may use; its subcommands create, show, renew and revoke bindings. */
@Command(
        name = "binding",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Binds credentials to connectors, and shows, renews and revokes bindings.",
            "Secrets are encrypted in vault.json in $AIRLOCK_HOME, or in airlock in your data folder. The passphrase is asked"
                    + " for without echo, or read from the file that $AIRLOCK_PASSPHRASE_FILE names."
        },
        footer = {
            "",
            "Examples:",
            "  airlock binding setup my-connector",
            "  airlock binding list",
            "  airlock binding rebind oauth2/slack/work"
        })
public final class BindingCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new BindingCommand())
                .addSubcommand(new BindingPart.Listing(terminal))
                .addSubcommand(new BindingPart.Inspecting(terminal))
                .addSubcommand(new BindingMaking.Setup(terminal))
                .addSubcommand(new BindingMaking.Rebind(terminal))
                .addSubcommand(new BindingPart.Revoking(terminal));
    }
}
