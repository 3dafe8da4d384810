package dev.airlock.runtime.audit.store;

import java.util.Optional;

/**
 * Provides databases of one kind to {@link AuditStore#at}. A module names its provider in {@code META-INF/services}, where
 * {@link java.util.ServiceLoader} finds it.
 */
public interface AuditDatabaseProvider {
    /**
     * Returns the database at a URL, which is connected on first use; empty for a URL of another kind.
     *
     * @param url a JDBC URL
     */
    Optional<AuditDatabase> database(String url, String user, String password);
}
