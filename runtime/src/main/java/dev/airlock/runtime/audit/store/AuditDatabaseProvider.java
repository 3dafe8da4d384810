package dev.airlock.runtime.audit.store;

import java.util.Optional;

/**
 * Brings databases of one kind to {@link AuditStore#at}: a module names its own in {@code META-INF/services}, where {@link
 * java.util.ServiceLoader} finds it.
 */
public interface AuditDatabaseProvider {
    /**
     * The database behind a URL, connected to when it is first used; empty if the URL is another kind's.
     *
     * @param url a JDBC URL
     */
    Optional<AuditDatabase> database(String url, String user, String password);
}
