package dev.airlock.runtime.audit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest {
    @TempDir
    private Path folder;

    /** For instance on a full disk. */
    @Test
    void saysWhatWentWrongWhereSqliteHasRolledBackByItself() {
        SqliteDatabase database = new SqliteDatabase(folder.resolve("audit.db"));

        assertThatThrownBy(() -> database.write(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("ROLLBACK");
                    }
                    throw new SQLException("the disk is full");
                }))
                .hasMessage("the disk is full");
        database.close();
    }
}
