package dev.airlock.runtime.actions.tools;

import java.util.Optional;
import java.util.Set;

/**
 * The operations of a connector that become tools, and those that need approval. Immutable; each method returns a changed copy.
 *
 * @param operations their names; empty: all that declare their arguments
 * @param asking the operations that need approval
 * @param hash the content hash that the connector must have; empty: its hash at the time of the offer
 */
public record ConnectorToolOptions(Set<String> operations, Asking asking, Optional<String> hash) {
    /** The operations that need approval before each call. */
    public enum Asking {
        /** Those that the manifest does not declare {@code read_only}. */
        UNLESS_READ_ONLY,
        /** All. */
        ALWAYS,
        /** None. */
        NEVER;

        boolean isAbout(boolean readOnly) {
            return this == ALWAYS || (this == UNLESS_READ_ONLY && !readOnly);
        }
    }

    /** Copies the set. */
    public ConnectorToolOptions {
        operations = Set.copyOf(operations);
    }

    /** Returns options for all operations that declare their arguments. Those that are not declared to change nothing need approval. */
    public static ConnectorToolOptions standard() {
        return new ConnectorToolOptions(Set.of(), Asking.UNLESS_READ_ONLY, Optional.empty());
    }

    /** Returns options for these operations only. Default: all that declare their arguments. */
    public ConnectorToolOptions only(String... names) {
        return new ConnectorToolOptions(Set.of(names), asking, hash);
    }

    /** Returns options with another rule for approval. Default: {@link Asking#UNLESS_READ_ONLY}. */
    public ConnectorToolOptions asking(Asking about) {
        return new ConnectorToolOptions(operations, about, hash);
    }

    /** Returns options for the connector with one content hash, {@code sha256:…}. Default: its present hash. */
    public ConnectorToolOptions pinnedTo(String contentHash) {
        return new ConnectorToolOptions(operations, asking, Optional.of(contentHash));
    }
}
