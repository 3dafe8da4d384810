package dev.airlock.postgres;

import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.nio.file.Path;
import java.sql.SQLException;

/** An application that keeps its log in PostgreSQL, closes everything, and, if asked, removes the driver from DriverManager. */
public final class PostgresProcess {
    private PostgresProcess() {}

    /**
     * Runs the application.
     *
     * @param args the database's URL, the file of its log's key, and whether to remove the driver
     */
    public static void main(String[] args) throws Exception {
        try (Airlock airlock = Airlock.builder()
                .audit(AuditStore.at(args[0], "airlock", ""))
                .auditKey(CheckpointKey.at(Path.of(args[1])))
                .build()) {
            System.out.println(airlock.audit().archive().calls(RecordFilter.ALL));
        }
        if (args[2].equals("deregister")) {
            deregister();
        }
    }

    private static void deregister() throws SQLException {
        org.postgresql.Driver.deregister();
    }
}
