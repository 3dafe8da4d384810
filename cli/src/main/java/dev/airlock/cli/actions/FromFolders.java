package dev.airlock.cli.actions;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.ActionConnectors;
import dev.airlock.cli.install.Installing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flag that takes connectors from folders instead of the network. */
final class FromFolders {
    @Option(
            names = "--connectors",
            paramLabel = "DIR",
            description = {
                "Take connectors from this folder or its subfolders, instead of the network.",
                "May be repeated."
            })
    private List<Path> folders = new ArrayList<>();

    /** Returns the origin of missing connectors: the folders if any were named, else the network. */
    ActionConnectors.Origin origin(Terminal terminal, Installing.Fetching fetching) {
        return folders.isEmpty()
                ? required -> fetching.sources()
                : ActionConnectors.in(folders.stream().map(terminal::resolve).toList());
    }
}
