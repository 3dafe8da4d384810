package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.ScriptProblem;
import java.util.List;

/** The outcome of reading a script: the script, or all its problems. */
public sealed interface ScriptReading {
    /** A script without problems. */
    record Valid(UpstreamScript script) implements ScriptReading {}

    /** At least one problem, in the order of the file. */
    record Invalid(List<ScriptProblem> problems) implements ScriptReading {
        /** Copies the list and refuses an empty one. */
        public Invalid {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("an invalid script has at least one problem");
            }
        }
    }
}
