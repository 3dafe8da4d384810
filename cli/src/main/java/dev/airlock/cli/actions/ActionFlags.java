package dev.airlock.cli.actions;

import dev.airlock.cli.binding.BindingPart;
import dev.airlock.cli.run.CallFlags;
import dev.airlock.runtime.bindings.BindingName;
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

    @Option(
            names = "--binding",
            paramLabel = "NAME",
            description = {
                "Which of several bindings a connector is to use. May be repeated, for several connectors.",
                "Default: a connector's only one, or the one called default."
            })
    private List<String> bindings = new ArrayList<>();

    /** The scripts that answer in the place of the world, in the order in which they are asked. */
    List<Path> upstreams() {
        return upstreams;
    }

    /** The bindings that were chosen, each for whichever connector may use it. */
    List<BindingName> bindings() {
        return bindings.stream().map(BindingPart::name).toList();
    }

    @Override
    public boolean scripted() {
        return !upstreams.isEmpty();
    }
}
