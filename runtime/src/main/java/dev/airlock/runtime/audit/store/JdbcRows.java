package dev.airlock.runtime.audit.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a log on one connection, inside one transaction. {@link #finish} writes the log's end once, however many records were
 * added.
 */
final class JdbcRows implements AuditStore.Writer, AutoCloseable {
    private static final int FETCHED_AT_ONCE = 100;
    private static final String COLUMNS =
            "seq, event, call_id, about_id, kind, at_millis, connector, failed, hash, body";
    private static final String CHECKPOINTS = "SELECT kind, seq, hash, at_millis, signature FROM audit_checkpoint";

    private final Connection connection;
    /** Prepared statements that the transaction uses repeatedly. */
    private final Map<String, PreparedStatement> commands = new HashMap<>();

    private @Nullable LogRow log;
    private boolean endChanged;

    JdbcRows(Connection connection) {
        this.connection = connection;
    }

    /** Carries an exception of the driver through code that does not know databases. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final SQLException cause;

        Failed(SQLException cause) {
            super(cause);
            this.cause = cause;
        }

        SQLException cause() {
            return cause;
        }
    }

    /** The single row about the log itself. */
    private record LogRow(String id, Head head, EndMark mark) {}

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    @Override
    public String logId() {
        return log().id();
    }

    @Override
    public Head head() {
        return log().head();
    }

    @Override
    public EndMark mark() {
        return log().mark();
    }

    @Override
    public List<Checkpoint> checkpoints() {
        return query(CHECKPOINTS + " ORDER BY seq, at_millis", List.of(), JdbcRows::checkpoint);
    }

    @Override
    public Optional<Checkpoint> lastCheckpoint() {
        return query(CHECKPOINTS + " ORDER BY seq DESC, at_millis DESC LIMIT 1", List.of(), JdbcRows::checkpoint)
                .stream()
                .findFirst();
    }

    @Override
    public void records(RecordFilter filter, Predicate<AuditRecord> each) {
        List<Object> values = new ArrayList<>();
        String sql = "SELECT " + COLUMNS + " FROM audit_record" + where(filter, values) + " ORDER BY seq";
        try (PreparedStatement statement = prepared(sql, values)) {
            statement.setFetchSize(FETCHED_AT_ONCE);
            try (ResultSet rows = statement.executeQuery()) {
                boolean wanted = true;
                while (wanted && rows.next()) {
                    wanted = each.test(record(rows));
                }
            }
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    @Override
    public boolean holds(String event) {
        return !query("SELECT seq FROM audit_record WHERE event = ?", List.of(event), row -> row.getLong(1))
                .isEmpty();
    }

    @Override
    public void add(AuditRecord row) {
        update(
                "INSERT INTO audit_record (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                List.of(
                        row.seq(),
                        row.event(),
                        row.call(),
                        row.id(),
                        row.kind(),
                        row.atMillis(),
                        row.connector(),
                        row.failed() ? 1 : 0,
                        row.hash(),
                        row.body()));
        endsWith(new LogRow(log().id(), new Head(row.seq(), row.hash()), log().mark()));
    }

    private void endsWith(LogRow end) {
        log = end;
        endChanged = true;
    }

    /** Writes the log's new end. */
    void finish() {
        if (endChanged) {
            LogRow end = log();
            update(
                    "UPDATE audit_log SET head_seq = ?, head_hash = ?, end_key = ?, end_seal = ?",
                    List.of(
                            end.head().seq(),
                            end.head().hash(),
                            end.mark().key(),
                            end.mark().seal()));
            endChanged = false;
        }
    }

    /** Releases the statements. Work that was not {@linkplain #finish finished} must not be committed. */
    @Override
    public void close() throws SQLException {
        try {
            for (PreparedStatement command : commands.values()) {
                command.close();
            }
        } finally {
            commands.clear();
        }
    }

    @Override
    public void add(Checkpoint checkpoint) {
        update(
                "INSERT INTO audit_checkpoint (kind, seq, hash, at_millis, signature) VALUES (?, ?, ?, ?, ?)",
                List.of(
                        checkpoint.kind().wireName(),
                        checkpoint.seq(),
                        checkpoint.hash(),
                        checkpoint.atMillis(),
                        checkpoint.signature()));
    }

    @Override
    public void remove(Checkpoint checkpoint) {
        update(
                "DELETE FROM audit_checkpoint WHERE kind = ? AND seq = ? AND signature = ?",
                List.of(checkpoint.kind().wireName(), checkpoint.seq(), checkpoint.signature()));
    }

    @Override
    public void mark(EndMark mark) {
        endsWith(new LogRow(log().id(), log().head(), mark));
    }

    @Override
    public void prune(Checkpoint base) {
        update("DELETE FROM audit_record WHERE seq <= ?", List.of(base.seq()));
        update("DELETE FROM audit_checkpoint WHERE seq < ?", List.of(base.seq()));
        add(base);
    }

    private static String where(RecordFilter filter, List<Object> values) {
        StringBuilder where = new StringBuilder(" WHERE seq > ?");
        values.add(filter.after());
        if (!filter.kinds().isEmpty()) {
            where.append(" AND kind IN (?")
                    .append(", ?".repeat(filter.kinds().size() - 1))
                    .append(')');
            values.addAll(filter.kinds());
        }
        filter.id().ifPresent(id -> {
            where.append(" AND (call_id = ? OR about_id = ?)");
            values.addAll(List.of(id, id));
        });
        filter.connector().ifPresent(part -> {
            where.append(" AND lower(connector) LIKE ? ESCAPE '!'");
            values.add("%" + part.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%");
        });
        filter.sinceMillis().ifPresent(since -> {
            where.append(" AND at_millis >= ?");
            values.add(since);
        });
        return where.toString();
    }

    private static Checkpoint checkpoint(ResultSet row) throws SQLException {
        return new Checkpoint(
                Checkpoint.Kind.of(row.getString(1)),
                row.getLong(2),
                row.getString(3),
                row.getLong(4),
                row.getString(5));
    }

    private static AuditRecord record(ResultSet row) throws SQLException {
        return new AuditRecord(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getString(7),
                row.getInt(8) != 0,
                row.getString(9),
                row.getString(10));
    }

    private LogRow log() {
        LogRow known = log;
        if (known == null) {
            List<LogRow> rows = query(
                    "SELECT log_id, head_seq, head_hash, end_key, end_seal FROM audit_log",
                    List.of(),
                    row -> new LogRow(
                            row.getString(1),
                            new Head(row.getLong(2), row.getString(3)),
                            new EndMark(row.getString(4), row.getString(5))));
            if (rows.size() != 1) {
                throw new Failed(new SQLException(
                        "somebody changed it: its table audit_log has " + rows.size() + " rows instead of one"));
            }
            known = rows.get(0);
            log = known;
        }
        return known;
    }

    private <T> List<T> query(String sql, List<Object> values, RowReader<T> reader) {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> results = new ArrayList<>();
            while (rows.next()) {
                results.add(reader.read(rows));
            }
            return results;
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    private void update(String sql, List<Object> values) {
        try {
            PreparedStatement command = commands.get(sql);
            if (command == null) {
                command = connection.prepareStatement(sql);
                commands.put(sql, command);
            }
            bind(command, values);
            command.executeUpdate();
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    private PreparedStatement prepared(String sql, List<Object> values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            bind(statement, values);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, List<Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }
}
