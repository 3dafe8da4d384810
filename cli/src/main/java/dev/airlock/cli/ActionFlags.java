package dev.airlock.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of a command that calls several connectors, each of which may have a script. */
final class ActionFlags extends CallFlags {
    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = {
                "Answer the connectors' requests from this script. Default: the network.",
                "May be repeated; the first rule that matches answers."
            })
    private List<Path> upstreams = new ArrayList<>();

    /** The scripts that answer in the place of the world, in the order in which they are asked. */
    List<Path> upstreams() {
        return upstreams;
    }

    @Override
    boolean scripted() {
        return !upstreams.isEmpty();
    }
}
