package dev.airlock.postgres;

import dev.airlock.runtime.audit.store.AuditDatabase;
import dev.airlock.runtime.audit.store.AuditDatabaseProvider;
import java.util.Optional;

/** Takes the URLs that begin with {@code jdbc:postgresql:}. */
public final class PostgresProvider implements AuditDatabaseProvider {
    private static final String KIND = "jdbc:postgresql:";

    /** What {@link java.util.ServiceLoader} makes. */
    public PostgresProvider() {}

    @Override
    public Optional<AuditDatabase> database(String url, String user, String password) {
        return url.startsWith(KIND) ? Optional.of(new PostgresDatabase(url, user, password)) : Optional.empty();
    }
}
