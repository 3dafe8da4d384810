package dev.airlock.runtime.actions.source;

import dev.airlock.manifests.actions.Action.RequiredConnector;

/**
 * Finds the connectors that actions require. Asked before every run, and returns the bytes as they are then; the caller compares their hash
 * with the pinned one. Thread-safe.
 */
@FunctionalInterface
public interface ConnectorSource {
    /** Finds the connector with a name and version. Never throws because of missing or broken files. */
    Found find(RequiredConnector wanted);

    /** Returns a source that combines two: the first one that has the pinned connector, or else the first one that has any. */
    static ConnectorSource either(ConnectorSource first, ConnectorSource second) {
        return wanted -> {
            Found one = first.find(wanted);
            if (one.isPinned(wanted) || one instanceof Found.Refused) {
                return one;
            }
            Found other = second.find(wanted);
            if (one instanceof Found.Missing here && other instanceof Found.Missing there) {
                return new Found.Missing(here.why() + " " + there.why());
            }
            return other.isPinned(wanted) || one instanceof Found.Missing ? other : one;
        };
    }

    /** The result of a search. */
    sealed interface Found {
        /** Returns whether it is the pinned connector. */
        default boolean isPinned(RequiredConnector wanted) {
            return this instanceof Files found && found.files().hash().equals(wanted.hash());
        }

        /** The connector's bytes. */
        record Files(ConnectorFiles files) implements Found {}

        /**
         * No connector.
         *
         * @param why the missing connector and the searched places, in sentences that are safe to show
         */
        record Missing(String why) implements Found {}

        /**
         * The pinned connector, with a signature that does not verify.
         *
         * @param why the problem, as a sentence that is safe to show
         */
        record Refused(String why) implements Found {}
    }
}
