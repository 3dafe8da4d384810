package dev.airlock.runtime.actions.tools;

import java.util.Optional;
import java.util.Set;

/**
 * Which operations of a connector become tools, and which of them somebody is asked about. Immutable; each method gives others.
 *
 * @param operations their names; empty: all that declare what they take
 * @param asking about which of them whoever approves is asked
 * @param hash the content hash that the connector must have; empty: the one that it has when it is offered
 */
public record ConnectorToolOptions(Set<String> operations, Asking asking, Optional<String> hash) {
    /** About which operations whoever approves is asked before each call. */
    public enum Asking {
        /** About each that its manifest does not declare {@code read_only}. */
        UNLESS_READ_ONLY,
        /** About each. */
        ALWAYS,
        /** About none. */
        NEVER;

        boolean isAbout(boolean readOnly) {
            return this == ALWAYS || (this == UNLESS_READ_ONLY && !readOnly);
        }
    }

    /** Copies the set. */
    public ConnectorToolOptions {
        operations = Set.copyOf(operations);
    }

    /** All operations that declare what they take; asked about is each that is not declared to change nothing. */
    public static ConnectorToolOptions standard() {
        return new ConnectorToolOptions(Set.of(), Asking.UNLESS_READ_ONLY, Optional.empty());
    }

    /** The same with these operations only. Default: all that declare what they take. */
    public ConnectorToolOptions only(String... names) {
        return new ConnectorToolOptions(Set.of(names), asking, hash);
    }

    /** The same, asking about others. Default: {@link Asking#UNLESS_READ_ONLY}. */
    public ConnectorToolOptions asking(Asking about) {
        return new ConnectorToolOptions(operations, about, hash);
    }

    /** The same of the connector with that content hash, {@code sha256:…}, and no other. Default: the one that is there now. */
    public ConnectorToolOptions pinnedTo(String contentHash) {
        return new ConnectorToolOptions(operations, asking, Optional.of(contentHash));
    }
}
