package dev.airlock.runtime.database;

import java.util.Optional;

/**
 * Provides databases of one kind to {@link SharedDatabase#at}. A module names its provider in {@code META-INF/services}, where
 * {@link java.util.ServiceLoader} finds it.
 */
public interface SharedDatabaseProvider {
    /**
     * Returns the database at a URL; empty for a URL of another kind.
     *
     * @param url a JDBC URL
     */
    Optional<SharedDatabase> at(String url, String user, String password);
}
