package dev.airlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.Logs;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import dev.airlock.testkit.LocalPostgres;
import dev.airlock.testkit.PostgresIsInstalled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresIsInstalled.class)
class MigrationsTest {
    private static final String EARLIER = "log-of-an-earlier-version";
    private static final String SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'airlock%'";
    private static final String TABLES = "SELECT schemaname || '.' || tablename FROM pg_tables"
            + " WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1";

    @SuppressWarnings("NullAway.Init")
    private static LocalPostgres server;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void start() {
        server = LocalPostgres.start(LocalPostgres.programs().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        execute("DROP SCHEMA IF EXISTS airlock CASCADE; DROP SCHEMA IF EXISTS airlock_audit CASCADE;"
                + " DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP ROLE IF EXISTS agent");
    }

    @Test
    void makesItsTablesInItsOwnSchemaAndNothingElsewhere() throws SQLException {
        execute("CREATE TABLE public.orders (id bigint)");

        write("airlock", CheckpointKey.ephemeral());

        assertThat(column(TABLES))
                .containsExactly(
                        "airlock.audit_checkpoint",
                        "airlock.audit_log",
                        "airlock.audit_migration",
                        "airlock.audit_record",
                        "public.orders");
        assertThat(column("SELECT version || ' ' || step FROM airlock.audit_migration ORDER BY version"))
                .containsExactly("1 1-audit.sql", "2 2-end-mark.sql");
    }

    @Test
    void goesOnWithALogOfAnEarlierVersionWhereItLies() throws Exception {
        execute(text(EARLIER + ".sql"));
        List<String> tables = column(TABLES);
        CheckpointKey key = earlierKey();

        write("airlock", key);

        assertThat(column(SCHEMAS)).containsExactly("airlock_audit");
        assertThat(column(TABLES)).isEqualTo(tables);
        try (AuditLog log = log("airlock", key)) {
            AuditReport report = log.archive().verify(AuditWitness.of(key));
            assertThat(report.problems()).isEmpty();
            assertThat(report.records()).isEqualTo(31);
            assertThat(log.archive().find("audit-01a228a3-e4c6-7a86-b434-7050bdd003a5"))
                    .hasSize(15);
        }
    }

    @Test
    void takesTheStepsThatALogOfAnEarlierVersionHasNotTaken() throws Exception {
        execute(text(EARLIER + ".sql"));
        execute("DELETE FROM airlock_audit.flyway_schema_history WHERE version = '2';"
                + " ALTER TABLE airlock_audit.audit_log DROP COLUMN end_key, DROP COLUMN end_seal;"
                + " DROP INDEX airlock_audit.audit_checkpoint_seq");
        CheckpointKey key = earlierKey();

        write("airlock", key);

        assertThat(column("SELECT version::text FROM airlock_audit.audit_migration"))
                .containsExactly("2");
        try (AuditLog log = log("airlock", key)) {
            assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        }
    }

    @Test
    void severalThatBeginAtOnceMakeOneLog() throws SQLException {
        CheckpointKey key = CheckpointKey.ephemeral();

        List<CompletableFuture<Void>> all = IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.runAsync(() -> write("airlock", key)))
                .toList();
        all.forEach(CompletableFuture::join);

        assertThat(column("SELECT count(*)::text FROM airlock.audit_log")).containsExactly("1");
        // a writer that finds another one's end unsigned records that too
        assertThat(column("SELECT count(*)::text FROM airlock.audit_record WHERE kind = 'call_intent'"))
                .containsExactly("6");
    }

    @Test
    void aSchemaThatSomebodyMadeBeforehandIsEnoughForWhoeverMayMakeNone() throws SQLException {
        execute("CREATE ROLE agent LOGIN; CREATE SCHEMA airlock AUTHORIZATION agent");

        write("agent", CheckpointKey.ephemeral());

        assertThat(column("SELECT head_seq::text FROM airlock.audit_log")).containsExactly("1");
    }

    @Test
    void saysThatTheTablesCannotBeMadeAndWhy() throws SQLException {
        execute("CREATE ROLE agent LOGIN");

        try (AuditStore store = AuditStore.at(server.url(), "agent", "")) {
            assertThatThrownBy(() -> store.read(AuditStore.Reader::head))
                    .isInstanceOf(AuditStoreUnavailableException.class)
                    .hasMessage(
                            "The audit log cannot be read: its tables cannot be created: ERROR: permission denied for"
                                    + " database postgres. Its user needs the right to create a schema, or a schema airlock of its"
                                    + " own");
        }
        assertThat(column(SCHEMAS)).isEmpty();
    }

    @Test
    void refusesTablesOfALaterVersion() throws SQLException {
        write("airlock", CheckpointKey.ephemeral());
        execute("INSERT INTO airlock.audit_migration (version, step) VALUES (3, '3-more.sql')");

        try (AuditStore store = AuditStore.at(server.url(), "airlock", "")) {
            assertThatThrownBy(() -> store.read(AuditStore.Reader::head))
                    .hasMessageEndingWith("they were made by a later version of Airlock");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "7", "1.1"})
    void theHistoryOfAnApplicationsFlywayInTheSameSchemaSaysNothingOfTheLog(String version) throws SQLException {
        execute(
                "CREATE SCHEMA airlock; CREATE TABLE airlock.flyway_schema_history (version varchar(50), success boolean);"
                        + " INSERT INTO airlock.flyway_schema_history VALUES ('" + version + "', true)");

        write("airlock", CheckpointKey.ephemeral());

        assertThat(column("SELECT version::text FROM airlock.audit_migration ORDER BY version"))
                .containsExactly("1", "2");
        assertThat(column("SELECT version FROM airlock.flyway_schema_history")).containsExactly(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit_log", "audit_record", "audit_checkpoint", "audit_migration"})
    void refusesASchemaInWhichATableOfSomebodyElseHasTheNameOfOneOfTheLogs(String table) throws SQLException {
        execute("CREATE SCHEMA airlock; CREATE TABLE airlock." + table + " (id bigint, version integer);"
                + " INSERT INTO airlock." + table + " VALUES (1, 9)");

        try (AuditStore store = AuditStore.at(server.url(), "airlock", "")) {
            assertThatThrownBy(() -> store.read(AuditStore.Reader::head))
                    .hasMessageEndingWith("the schema airlock has a table " + table
                            + " that is not Airlock's; name another database for the log");
        }
        assertThat(column("SELECT id::text FROM airlock." + table)).containsExactly("1");
    }

    @Test
    void aTableOfSomebodyElseDoesNotHideALogOfAnEarlierVersion() throws Exception {
        execute("CREATE SCHEMA airlock; CREATE TABLE airlock.audit_log (id bigint)");
        execute(text(EARLIER + ".sql"));

        try (AuditStore store = AuditStore.at(server.url(), "airlock", "")) {
            assertThat(store.read(AuditStore.Reader::head).seq()).isPositive();
        }
    }

    @Test
    void refusesADatabaseWhoseEncodingLacksCharacters() throws SQLException {
        execute("DROP DATABASE IF EXISTS latin");
        execute("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");

        try (AuditStore store = AuditStore.at(server.url().replace("/postgres", "/latin"), "airlock", "")) {
            assertThatThrownBy(() -> store.read(AuditStore.Reader::head))
                    .hasMessageEndingWith("the database's encoding is LATIN1, which does not have every character;"
                            + " name a database whose encoding is UTF8");
        }
    }

    private static AuditLog log(String user, CheckpointKey key) {
        return AuditLog.builder(AuditStore.at(server.url(), user, ""), key)
                .bound(Duration.ofMinutes(1))
                .build();
    }

    private static void write(String user, CheckpointKey key) {
        try (AuditLog log = log(user, key)) {
            assertThat(log.intent(Logs.intent(Logs.subject()))).isInstanceOf(WriteResult.Recorded.class);
        }
    }

    private CheckpointKey earlierKey() throws IOException {
        Path file = Files.writeString(folder.resolve("audit.key"), text(EARLIER + ".key"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return CheckpointKey.at(file);
    }

    private static String text(String name) throws IOException {
        try (InputStream in = MigrationsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> column(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
