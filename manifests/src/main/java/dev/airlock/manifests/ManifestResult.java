package dev.airlock.manifests;

import dev.airlock.formats.text.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading a manifest: the manifest, or all its problems. */
public sealed interface ManifestResult {

    /** The manifest is valid. */
    record Read(ConnectorManifest manifest) implements ManifestResult {}

    /**
     * The manifest is invalid.
     *
     * @param problems its problems, at least one, in the order of the file
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
     * Returns the manifest, for a caller that knows it to be valid.
     *
     * @throws IllegalArgumentException with all problems when it is invalid
     */
    default ConnectorManifest orThrow() {
        if (this instanceof Problems wrong) {
            throw new IllegalArgumentException(
                    wrong.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return ((Read) this).manifest();
    }
}
