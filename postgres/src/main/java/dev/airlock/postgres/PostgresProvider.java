package dev.airlock.postgres;

import dev.airlock.runtime.audit.store.AuditDatabase;
import dev.airlock.runtime.audit.store.AuditDatabaseProvider;
import java.util.Optional;

/** Provides databases at URLs that begin with {@code jdbc:postgresql:}. */
public final class PostgresProvider implements AuditDatabaseProvider {
    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PostgresProvider() {}

    @Override
    public Optional<AuditDatabase> database(String url, String user, String password) {
        if (!url.startsWith(PostgresUrl.KIND)) {
            return Optional.empty();
        }
        PostgresUrl.require(url);
        return Optional.of(new PostgresDatabase(url, user, password));
    }
}
