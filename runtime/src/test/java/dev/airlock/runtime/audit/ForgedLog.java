package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.audit.chain.RecordForm;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** The edits of someone who can write a log's file, knows its format, and has no key. */
final class ForgedLog {
    private final Path file;

    ForgedLog(Path file) {
        this.file = file;
    }

    /** Runs a command. */
    void sql(String command) {
        on(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(command);
            }
        });
    }

    String text(String query) {
        return on(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                return rows.next() ? rows.getString(1) : "";
            }
        });
    }

    long number(String query) {
        return Long.parseLong(text(query));
    }

    /** Replaces a text in one record, and rebuilds the chain from there on, including the end. */
    void rechain(long seq, String old, String by) {
        on(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE audit_record SET body = replace(body, ?, ?) WHERE seq = ?")) {
                update.setString(1, old);
                update.setString(2, by);
                update.setLong(3, seq);
                update.executeUpdate();
            }
            return true;
        });
        rechainFrom(seq);
    }

    /** Renumbers the records from there on without gaps, and rebuilds the chain. */
    void rechainFrom(long first) {
        String before = text("SELECT hash FROM audit_record WHERE seq < " + first + " ORDER BY seq DESC LIMIT 1");
        String prev = before.isEmpty() ? "0".repeat(64) : before;
        long seq = first;
        for (Map.Entry<Long, String> row : bodies(first).entrySet()) {
            ObjectNode body = read(row.getValue());
            body.put("seq", seq).put("prev", prev);
            String text = StrictJson.write(body);
            prev = RecordForm.hash(text);
            replace(row.getKey(), seq, text, prev);
            seq++;
        }
        sql("UPDATE audit_log SET head_seq = " + (seq - 1) + ", head_hash = '" + prev + "'");
    }

    /** Truncates the log to a record, and removes the later checkpoints. */
    void cutTo(long seq) {
        sql("DELETE FROM audit_record WHERE seq > " + seq);
        sql("DELETE FROM audit_checkpoint WHERE seq > " + seq);
        String hash = seq == 0 ? "0".repeat(64) : text("SELECT hash FROM audit_record WHERE seq = " + seq);
        sql("UPDATE audit_log SET head_seq = " + seq + ", head_hash = '" + hash + "'");
    }

    /** Adds a copy of a record at the end, linked to the chain. */
    void appendCopyOf(long seq) {
        long last = number("SELECT max(seq) FROM audit_record");
        sql("INSERT INTO audit_record SELECT " + (last + 1) + ", event || 'x', call_id, about_id, kind, at_millis,"
                + " connector, failed, hash, body FROM audit_record WHERE seq = " + seq);
        ObjectNode body = read(text("SELECT body FROM audit_record WHERE seq = " + (last + 1)));
        body.put("event", body.path("event").asText() + "x");
        body.put("seq", last + 1).put("prev", text("SELECT hash FROM audit_record WHERE seq = " + last));
        String text = StrictJson.write(body);
        replace(last + 1, last + 1, text, RecordForm.hash(text));
        sql("UPDATE audit_log SET head_seq = " + (last + 1) + ", head_hash = '" + RecordForm.hash(text) + "'");
    }

    private Map<Long, String> bodies(long from) {
        return on(connection -> {
            Map<Long, String> bodies = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT seq, body FROM audit_record WHERE seq >= " + from)) {
                while (rows.next()) {
                    bodies.put(rows.getLong(1), rows.getString(2));
                }
            }
            return bodies;
        });
    }

    private void replace(long old, long seq, String body, String hash) {
        on(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE audit_record SET seq = ?, body = ?, hash = ? WHERE seq = ?")) {
                update.setLong(1, seq);
                update.setString(2, body);
                update.setString(3, hash);
                update.setLong(4, old);
                return update.executeUpdate();
            }
        });
    }

    private static ObjectNode read(String body) {
        try {
            return (ObjectNode) StrictJson.read(body);
        } catch (dev.airlock.formats.json.MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T on(Work<T> work) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
