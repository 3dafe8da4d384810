package dev.airlock.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that every command has which makes calls: what answers them, and what is printed. */
final class CallFlags {
    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = {
                "Answer the connectors' requests from this script. Default: the network.",
                "May be repeated; the first rule that matches answers."
            })
    private List<Path> upstreams = new ArrayList<>();

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description =
                    "Let this host, which the manifest grants, have an address that is not public. May be repeated."
                            + " Default: none.")
    private List<String> allowPrivate = new ArrayList<>();

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    @Option(names = "--quiet", description = "Print only the result or the failure.")
    private boolean quiet;

    /** The scripts that answer in the place of the world, in the order in which they are asked. */
    List<Path> upstreams() {
        return upstreams;
    }

    /** Whether scripts answer in the place of the world. */
    boolean scripted() {
        return !upstreams.isEmpty();
    }

    List<String> allowPrivate() {
        return allowPrivate;
    }

    boolean json() {
        return json;
    }

    boolean quiet() {
        return quiet;
    }

    /** Whether nothing is to be said while something is done. */
    boolean silent() {
        return json || quiet;
    }
}
