package dev.airlock.manifests.names;

import java.nio.file.Path;

/**
 * Who a connector is, for everything that is kept for it: bindings, state, audit. A name alone is a claim, so it counts only
 * together with a publisher whose signature was verified, or with the place that the connector lies in.
 */
public sealed interface ConnectorIdentity {
    /** The name that its manifest gives it. */
    ConnectorName name();

    /** What things are kept under: equal for two connectors only if they are the same one. Not for messages. */
    String key();

    /**
     * A connector whose signature was verified.
     *
     * @param publisher whose keys verified it, such as {@code github://acme/slack}
     */
    record Signed(ConnectorName name, String publisher) implements ConnectorIdentity {
        @Override
        public String key() {
            return "signed " + publisher + " " + name;
        }
    }

    /**
     * A connector that nobody signed: another folder with the same name is another connector.
     *
     * @param folder where it lies: an absolute path without links ({@link Path#toRealPath})
     */
    record Unsigned(ConnectorName name, Path folder) implements ConnectorIdentity {
        /** @throws IllegalArgumentException if the path is not absolute */
        public Unsigned {
            if (!folder.isAbsolute()) {
                throw new IllegalArgumentException("the real path of a folder is absolute");
            }
        }

        @Override
        public String key() {
            return "unsigned " + folder + " " + name;
        }
    }
}
