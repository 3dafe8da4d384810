package dev.airlock.manifests;

import dev.airlock.manifests.parsing.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** What became of reading a manifest: the manifest, or everything that is wrong with it. */
public sealed interface ManifestResult {

    /** The manifest was right. */
    record Read(ConnectorManifest manifest) implements ManifestResult {}

    /**
     * The manifest was wrong.
     *
     * @param problems what is wrong with it, at least one, in the order of the file
     */
    record Problems(List<Problem> problems) implements ManifestResult {
        /** Copies the list. */
        public Problems {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a manifest that was not read has a problem");
            }
        }
    }

    /**
     * The manifest, for a caller that knows it to be right.
     *
     * @throws IllegalArgumentException listing all problems when it is wrong
     */
    default ConnectorManifest orThrow() {
        if (this instanceof Problems wrong) {
            throw new IllegalArgumentException(
                    wrong.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return ((Read) this).manifest();
    }
}
