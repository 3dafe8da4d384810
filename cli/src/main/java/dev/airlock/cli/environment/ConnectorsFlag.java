package dev.airlock.cli.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flag for the folders of an action's connectors. */
public final class ConnectorsFlag {
    @Option(
            names = "--connectors",
            paramLabel = "DIR",
            description = {
                "A connector's folder, or a folder of such folders. May be repeated.",
                "Default: installed connectors, the action's folder, and its parent folder."
            })
    private List<Path> folders = new ArrayList<>();

    /** Returns the folders, as they were typed; empty if none was. */
    public List<Path> folders() {
        return folders;
    }
}
