package dev.airlock.manifests.actions;

import dev.airlock.manifests.parsing.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** What became of reading an action file: the action, or everything that is wrong with it. */
public sealed interface ActionResult {
    /** The file was right. */
    record Read(Action action) implements ActionResult {}

    /**
     * The file was wrong.
     *
     * @param problems what is wrong with it, at least one, in the order of the file
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
     * The action, for a caller that knows the file to be right.
     *
     * @throws IllegalArgumentException listing all problems when it is wrong
     */
    default Action orThrow() {
        if (this instanceof Problems wrong) {
            throw new IllegalArgumentException(
                    wrong.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return ((Read) this).action();
    }
}
