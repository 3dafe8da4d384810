package dev.airlock.cli.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the connectors of an action lie. */
public final class ConnectorsFlag {
    @Option(
            names = "--connectors",
            paramLabel = "DIR",
            description = {
                "A connector's folder, or a folder of such folders. May be repeated.",
                "Default: installed connectors, the action's folder, and its parent folder."
            })
    private List<Path> folders = new ArrayList<>();

    /** The folders, as they were typed; empty if none was. */
    public List<Path> folders() {
        return folders;
    }
}
