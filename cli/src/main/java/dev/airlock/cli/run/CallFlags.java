package dev.airlock.cli.run;

import dev.airlock.cli.environment.RunEnvironment;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that every command has which makes calls. What may answer in the place of the world is each one's own. */
public abstract class CallFlags {
    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description =
                    "Allow this host, which the manifest grants, to have an address that is not public. May be repeated."
                            + " Default: none.")
    private List<String> allowPrivate = new ArrayList<>();

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    @Option(names = "--quiet", description = "Print only the result or the failure.")
    private boolean quiet;

    /** Whether a script answers in the place of the world. */
    public abstract boolean scripted();

    /** Who the records of a run name as its actor. */
    public String actor() {
        return RunEnvironment.actor(scripted());
    }

    /** Hosts that may be on a private network. */
    public List<String> allowPrivate() {
        return allowPrivate;
    }

    /** Whether one JSON document was asked for. */
    public boolean json() {
        return json;
    }

    /** Whether nothing is to be said but the result. */
    public boolean quiet() {
        return quiet;
    }

    /** Whether nothing is to be said while something is done. */
    public boolean silent() {
        return json || quiet;
    }
}
