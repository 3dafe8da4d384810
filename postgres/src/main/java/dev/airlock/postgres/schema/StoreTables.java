package dev.airlock.postgres.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The tables of recovery's stores and of connectors' state, with their migrations, in the schema {@code airlock}. */
public final class StoreTables {
    private static final String SCHEMA = "airlock";

    private static final String HISTORY = "store_migration";
    private static final List<String> STEPS = List.of("1-recovery.sql", "2-state.sql", "3-agreement.sql");

    /** The number of the latest step. */
    public static final int LATEST = STEPS.size();

    /** The names of the tables. */
    public static final List<String> NAMES = List.of(
            "worker",
            "idempotency_key",
            "sent",
            "conversation_call",
            "conversation_key",
            "reversal",
            "review",
            "circuit",
            "state_entry",
            "state_claim",
            "agreement");

    private static final String FIND_OTHERS =
            "SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
                    + " WHERE nspname = 'airlock' AND relname IN ('" + String.join("', '", NAMES)
                    + "') ORDER BY relname LIMIT 1";

    private StoreTables() {}

    /**
     * Runs all pending migrations, or none, in one transaction.
     *
     * @return the schema of the tables
     */
    public static String bringUpToDate(Connection connection) throws SQLException {
        try {
            SchemaSteps steps = new SchemaSteps(connection, HISTORY, StoreTables.class, STEPS);
            steps.alone();
            int taken = steps.taken(SCHEMA);
            if (taken == 0) {
                requireRoom(steps);
            }
            steps.take(SCHEMA, taken);
            connection.commit();
            return SCHEMA;
        } catch (SQLException e) {
            throw SchemaSteps.notCreated(e);
        }
    }

    /** Refuses a schema whose tables are somebody else's, and a database that cannot hold every text. */
    private static void requireRoom(SchemaSteps steps) throws SQLException {
        Optional<String> other = steps.text(FIND_OTHERS);
        if (other.isPresent()) {
            throw new SQLException(
                    "the schema airlock has a table " + other.get() + " that is not Airlock's; name another database");
        }
        steps.requireEncoding();
    }
}
