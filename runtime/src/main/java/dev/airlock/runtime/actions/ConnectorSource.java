package dev.airlock.runtime.actions;

import dev.airlock.manifests.actions.Action.RequiredConnector;

/**
 * Where actions find the connectors that they require. Asked before every execution, and answers with the bytes as they are then:
 * whoever asks compares their hash with the pinned one. Thread-safe.
 */
@FunctionalInterface
public interface ConnectorSource {
    /** The connector of that name and version. Never throws for what lies there or does not. */
    Found find(RequiredConnector wanted);

    /** What was found. */
    sealed interface Found {
        /** Its bytes. */
        record Files(ConnectorFiles files) implements Found {}

        /**
         * Nothing.
         *
         * @param why what is not there and where it was looked for, as sentences that are safe to show
         */
        record Missing(String why) implements Found {}
    }
}
