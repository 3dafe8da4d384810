package dev.airlock.postgres;

import dev.airlock.runtime.audit.store.AuditDatabase;
import dev.airlock.runtime.audit.store.AuditDatabaseProvider;
import java.util.Optional;
import java.util.Properties;

/** Provides databases at URLs that begin with {@code jdbc:postgresql:}. */
public final class PostgresProvider implements AuditDatabaseProvider {
    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PostgresProvider() {}

    @Override
    public Optional<AuditDatabase> database(String url, String user, String password) {
        if (!url.startsWith(PostgresUrl.KIND)) {
            return Optional.empty();
        }
        PostgresUrl.require(url, "The audit log's URL", "AuditStore.at");
        return Optional.of(new PostgresDatabase(url, account(user, password)));
    }

    private static Properties account(String user, String password) {
        Properties account = new Properties();
        account.setProperty("user", user);
        account.setProperty("password", password);
        return account;
    }
}
