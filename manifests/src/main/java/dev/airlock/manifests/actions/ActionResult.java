package dev.airlock.manifests.actions;

import dev.airlock.formats.text.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading an action file: the action, or all its problems. */
public sealed interface ActionResult {
    /** The file is valid. */
    record Read(Action action) implements ActionResult {}

    /**
     * The file is invalid.
     *
     * @param problems its problems, at least one, in the order of the file
     */
    record Problems(List<Problem> problems) implements ActionResult {
        /** Copies the list. */
        public Problems {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("an action that was not read has a problem");
            }
        }
    }

    /**
     * Returns the action, for a caller that knows the file to be valid.
     *
     * @throws IllegalArgumentException with all problems when it is invalid
     */
    default Action orThrow() {
        if (this instanceof Problems wrong) {
            throw new IllegalArgumentException(
                    wrong.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return ((Read) this).action();
    }
}
