package dev.airlock.cli.run;

import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code airlock cache}: the cache of compiled code; its subcommands list and clear it. */
@Command(
        name = "cache",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Shows or empties the cache of compiled code, which makes a connector's next start fast.",
            "The cache is $AIRLOCK_CACHE/code, or airlock/code in your cache folder ($XDG_CACHE_HOME or ~/.cache)."
        },
        footer = {"", "Examples:", "  airlock cache list", "  airlock cache clear"})
public final class CacheCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new CacheCommand())
                .addSubcommand(new CachePart.Listing(terminal))
                .addSubcommand(new CachePart.Clearing(terminal));
    }
}
