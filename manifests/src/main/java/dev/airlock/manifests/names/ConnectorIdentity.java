package dev.airlock.manifests.names;

import java.nio.file.Path;

/**
 * The identity of a connector, for everything that is kept for it: bindings, state, audit. A name alone is only a claim, so the identity
 * adds a publisher whose signature was verified, or the folder of the connector.
 */
public sealed interface ConnectorIdentity {
    /** Returns its name in its manifest. */
    ConnectorName name();

    /**
     * Returns the key under which things are kept. Two connectors have the same key only if they are the same connector. Not for messages.
     */
    String key();

    /**
     * A connector whose signature was verified.
     *
     * @param publisher the publisher whose keys verified it, such as {@code github://acme/slack}
     */
    record Signed(ConnectorName name, String publisher) implements ConnectorIdentity {
        @Override
        public String key() {
            return "signed " + publisher + " " + name;
        }
    }

    /**
     * An unsigned connector. The same name in another folder is another connector.
     *
     * @param folder its folder: an absolute path without links ({@link Path#toRealPath})
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
