package dev.airlock.postgres;

import dev.airlock.postgres.connection.Connections;
import dev.airlock.postgres.recovery.PostgresRecoveryStore;
import dev.airlock.postgres.schema.StoreTables;
import dev.airlock.postgres.state.PostgresStateStore;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.database.SharedDatabaseProvider;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.sandbox.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Provides the stores that machines share, at URLs that begin with {@code jdbc:postgresql:}. Beyond this machine, the server has to prove
 * by TLS that it is the one that the URL names, unless the URL says otherwise.
 */
public final class PostgresSharing implements SharedDatabaseProvider {
    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PostgresSharing() {}

    @Override
    public Optional<SharedDatabase> at(String url, String user, String password) {
        if (!url.startsWith(PostgresUrl.KIND)) {
            return Optional.empty();
        }
        PostgresUrl.require(url, "The database's URL", "AirlockBuilder.database");
        return Optional.of(new Stores(PostgresUrl.secured(url), user, password));
    }

    /** The stores in one database. Is no record, since its text must not show the password. */
    private static final class Stores implements SharedDatabase {
        private final String url;
        private final String user;
        private final String password;

        Stores(String url, String user, String password) {
            this.url = url;
            this.user = user;
            this.password = password;
        }

        @Override
        public List<Finding> check() {
            return DatabaseExamination.of(url, account());
        }

        @Override
        public void migrate() throws SQLException {
            String unused = once(
                    connection -> {
                        String audit = Migrations.bringUpToDate(connection);
                        return audit + StoreTables.bringUpToDate(connection);
                    },
                    (connection, schema) -> schema);
        }

        @Override
        public String agreed(String name, String value) throws SQLException {
            return once(StoreTables::bringUpToDate, (connection, schema) -> agreed(connection, name, value));
        }

        private static String agreed(Connection connection, String name, String value) throws SQLException {
            connection.setAutoCommit(true);
            try (PreparedStatement first = connection.prepareStatement(
                            "INSERT INTO airlock.agreement (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING");
                    PreparedStatement known =
                            connection.prepareStatement("SELECT value FROM airlock.agreement WHERE name = ?")) {
                first.setString(1, name);
                first.setString(2, value);
                first.executeUpdate();
                known.setString(1, name);
                try (ResultSet row = known.executeQuery()) {
                    return row.next() ? row.getString(1) : value;
                }
            }
        }

        private <T> T once(Connections.Preparation preparation, Connections.Use<T> use) throws SQLException {
            Connections.Keeping keeping = new Connections.Keeping("airlock-setup", 0, 0);
            try (Connections connections = new Connections(url, account(), keeping, preparation)) {
                return connections.use(use);
            }
        }

        @Override
        public AuditStore audit() {
            return AuditStore.at(url, user, password);
        }

        @Override
        public RecoveryStore recovery() {
            return PostgresRecoveryStore.at(url, account());
        }

        @Override
        public StateStore state() {
            return PostgresStateStore.at(url, account());
        }

        private Properties account() {
            Properties account = new Properties();
            account.setProperty("user", user);
            account.setProperty("password", password);
            return account;
        }
    }
}
