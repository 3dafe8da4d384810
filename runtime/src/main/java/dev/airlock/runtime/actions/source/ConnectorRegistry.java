package dev.airlock.runtime.actions.source;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.modules.OptionalModules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The connectors that are installed in one home: by name for a caller, by hash for actions. The module {@code airlock-registry} brings the
 * implementation. Thread-safe.
 */
public interface ConnectorRegistry {
    /** The advice where no implementation is on the class path. */
    String ABSENT =
            "installed connectors are in a module of their own: add the dependency dev.airlock:airlock-registry, in the version"
                    + " of airlock-runtime. In a shaded jar, merge META-INF/services";

    /**
     * Finds a connector, and hashes and verifies it now.
     *
     * @throws IOException if the store or the keyring cannot be read, or if two connectors have that name
     */
    Entry find(ConnectorReference reference) throws IOException;

    /** Returns the same connectors as a source for actions. */
    ConnectorSource source();

    /** The registry of a home, if an implementation is on the class path. */
    static Optional<ConnectorRegistry> in(Path home) {
        return OptionalModules.providers(Provider.class).findFirst().map(provider -> provider.open(home));
    }

    /** The result of a search. */
    sealed interface Entry {
        /** The connector as it was installed. */
        record Found(ConnectorManifest manifest, ConnectorFiles files) implements Entry {}

        /** No such connector is installed. */
        record Missing() implements Entry {}

        /** The connector was altered, or a signature of it does not verify. */
        record Refused(Failure failure) implements Entry {}
    }

    /** Opens registries; found with {@link java.util.ServiceLoader}. */
    interface Provider {
        /**
         * Opens the registry of a home, without reading it yet.
         *
         * @param home the folder that {@code AIRLOCK_HOME} names for the command
         */
        ConnectorRegistry open(Path home);
    }
}
