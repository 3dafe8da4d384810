package dev.airlock.cli;

import dev.airlock.runtime.install.PackageSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flag that has connectors taken from folders in the place of the network. */
final class FromFolders {
    @Option(
            names = "--connectors",
            paramLabel = "DIR",
            description = {
                "Take connectors from this folder, or the folders in it, in the place of the network.",
                "May be repeated."
            })
    private List<Path> folders = new ArrayList<>();

    /** Where what lacks comes from: the folders if any were named, else the network. */
    PackageSource source(Terminal terminal, ActionConnectors connectors, Installing.Fetching fetching) {
        return folders.isEmpty()
                ? fetching.sources()
                : connectors.in(folders.stream().map(terminal::resolve).toList());
    }
}
