package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.environment.RunEnvironment;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of every command that makes calls. Each command has its own flags for scripts that replace the network. */
public abstract class CallFlags {
    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description =
                    "Allow this host, which the manifest grants, to have an address that is not public. May be repeated."
                            + " Default: none.")
    private List<String> allowPrivate = new ArrayList<>();

    @Mixin
    private JsonFlag json = new JsonFlag();

    @Option(names = "--quiet", description = "Print only the result or the failure.")
    private boolean quiet;

    /** Returns whether a script replaces the network. */
    public abstract boolean scripted();

    /** Returns the actor in the records of a run. */
    public String actor() {
        return RunEnvironment.actor(scripted());
    }

    /** Returns the hosts that may have an address that is not public. */
    public List<String> allowPrivate() {
        return allowPrivate;
    }

    /** Returns whether one JSON document was requested. */
    public boolean json() {
        return json.isGiven();
    }

    /** Returns whether only the result is printed. */
    public boolean quiet() {
        return quiet;
    }

    /** Returns whether nothing is printed during the run. */
    public boolean silent() {
        return json.isGiven() || quiet;
    }
}
