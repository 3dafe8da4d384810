package dev.airlock.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that every command has which makes calls. What may answer in the place of the world is each one's own. */
abstract class CallFlags {
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

    /** Whether a script answers in the place of the world. */
    abstract boolean scripted();

    /** Who the records of a run name as its actor. */
    String actor() {
        return AuditFile.actor(scripted());
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
