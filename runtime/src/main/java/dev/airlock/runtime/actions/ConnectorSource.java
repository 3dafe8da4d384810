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

    /** The connector that is in one of two places: the first that has what is pinned, else the first that has anything. */
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

    /** What was found. */
    sealed interface Found {
        /** Whether it is what the action pins. */
        default boolean isPinned(RequiredConnector wanted) {
            return this instanceof Files found && found.files().hash().equals(wanted.hash());
        }

        /** Its bytes. */
        record Files(ConnectorFiles files) implements Found {}

        /**
         * Nothing.
         *
         * @param why what is not there and where it was looked for, as sentences that are safe to show
         */
        record Missing(String why) implements Found {}

        /**
         * What is pinned, and a signature of it does not verify.
         *
         * @param why what is wrong with it, as a sentence that is safe to show
         */
        record Refused(String why) implements Found {}
    }
}
