package dev.airlock.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.testkit.LocalPostgres;
import dev.airlock.testkit.PostgresIsInstalled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code airlock database}, and the commands that use a shared database. */
@ExtendWith(PostgresIsInstalled.class)
class DatabaseCommandTest {
    @SuppressWarnings("NullAway.Init")
    private static LocalPostgres server;

    @TempDir
    Path temp;

    @BeforeAll
    static void start() {
        server = LocalPostgres.start(LocalPostgres.programs().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void createsTheTablesAndFindsThemThere() throws SQLException {
        execute("DROP SCHEMA IF EXISTS airlock CASCADE");
        CommandRun.Result before = CommandRun.run("database", "check", "--database", url("airlock"));
        assertThat(before.exitCode()).isEqualTo(1);
        assertThat(before.out())
                .contains("problem  the audit log's tables are missing; run airlock database migrate")
                .contains("problem  the tables of keys and state are missing");

        CommandRun.Result migrated = CommandRun.run("database", "migrate", "--database", url("airlock"));
        assertThat(migrated.all()).isEqualTo("the tables are up to date\n");
        assertThat(CommandRun.run("database", "migrate", "--database", url("airlock"))
                        .exitCode())
                .isZero();

        CommandRun.Result after = CommandRun.run("database", "check", "--database", url("airlock"));
        assertThat(after.exitCode()).as(after.all()).isZero();
        assertThat(after.out())
                .contains("ok       connected as airlock to PostgreSQL ")
                .contains(", without TLS")
                .contains("ok       the tables of keys and state are at step 3 of 3")
                .contains("ok       its user may read and write all tables")
                .contains("ok       0 hosts have a lease");
        assertThat(CommandRun.run("database", "check", "--json", "--database", url("airlock"))
                        .json()
                        .at("/findings/0/ok")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void theRolesOfThePageSeeAndChangeWhatItSays() throws Exception {
        execute("DROP SCHEMA IF EXISTS airlock CASCADE");
        assertThat(CommandRun.run("database", "migrate", "--database", url("airlock"))
                        .exitCode())
                .isZero();
        execute("CREATE ROLE agent LOGIN");
        execute("CREATE ROLE reader LOGIN");
        CommandRun.Result without = CommandRun.run("database", "check", "--database", url("agent"));
        assertThat(without.all()).contains("problem").contains("permission denied");

        execute(sqlOfThePage());

        CommandRun.Result checked = CommandRun.run("database", "check", "--database", url("agent"));
        assertThat(checked.exitCode()).as(checked.all()).isZero();
        assertThat(CommandRun.run("database", "check", "--database", url("reader"))
                        .out())
                .contains("permission denied for table store_migration; grant its user the rights of a host");
        assertThat(run("agent", temp.resolve("home"), "run", counts(), "count", "--json")
                        .json()
                        .at("/output/calls")
                        .asInt())
                .isEqualTo(1);
        assertThat(refused("SELECT key FROM airlock.idempotency_key")).contains("permission denied");
        assertThat(refused("SELECT outcome FROM airlock.idempotency_key")).contains("permission denied");
        assertThat(refused("SELECT value FROM airlock.state_entry")).contains("permission denied");
        assertThat(refused("SELECT args FROM airlock.reversal")).contains("permission denied");
        assertThat(refused("SELECT operation, until FROM airlock.idempotency_key"))
                .isEmpty();
    }

    @Test
    void twoHomesWithOneDatabaseShareStateReviewsAndTheLog() throws Exception {
        execute("DROP SCHEMA IF EXISTS airlock CASCADE");
        Path first = temp.resolve("first");
        Path second = temp.resolve("second");
        assertThat(run("airlock", first, "run", counts(), "count", "--json")
                        .json()
                        .at("/output/calls")
                        .asInt())
                .isEqualTo(1);
        Files.createDirectories(second);
        Files.copy(first.resolve("audit.key"), second.resolve("audit.key"));
        Files.setPosixFilePermissions(second.resolve("audit.key"), PosixFilePermissions.fromString("rw-------"));

        CommandRun.Result again = run("airlock", second, "run", counts(), "count", "--json");

        assertThat(again.json().at("/output/calls").asInt()).as(again.all()).isEqualTo(2);
        assertThat(run("airlock", second, "audit", "verify").out()).contains("none altered, removed or reordered");
        assertThat(run("airlock", first, "audit", "list").out().lines().filter(line -> line.contains("count")))
                .hasSize(2);
        assertThat(run("airlock", first, "review", "list").exitCode()).isZero();
        assertThat(run("airlock", first, "breaker", "list").out()).isEqualTo("0 circuits\n");
        for (Path home : new Path[] {first, second}) {
            assertThat(home.resolve("audit.db")).doesNotExist();
            assertThat(home.resolve("state.db")).doesNotExist();
            assertThat(home.resolve("recovery.db")).doesNotExist();
        }
    }

    @Test
    void aDatabaseThatIsAwayIsSaidToBeAndNothingOfItsUrlIsShown() {
        String away = "jdbc:postgresql://127.0.0.1:1/agent?user=agent&password=s3cret";
        CommandRun.Result checked = CommandRun.run("database", "check", "--database", away);
        CommandRun.Result migrated = CommandRun.run("database", "migrate", "--database", away);
        CommandRun.Result listed =
                CommandRun.standard().environment("AIRLOCK_DATABASE", away).with("review", "list");

        assertThat(checked.exitCode()).isEqualTo(1);
        assertThat(checked.out()).contains("problem  it cannot be used: Connection to 127.0.0.1:1 refused");
        assertThat(migrated.exitCode()).isEqualTo(2);
        assertThat(listed.exitCode()).isEqualTo(2);
        assertThat(listed.err()).contains("Make sure that its server runs and is reachable");
        assertThat(checked.all() + migrated.all() + listed.all()).doesNotContain("s3cret", "user=agent");
    }

    @Test
    void aUrlOfAnotherKindAndNoneAreUsageProblems() {
        assertThat(CommandRun.run("database", "check").err()).contains("Give its URL with --database");
        assertThat(CommandRun.run("database", "check", "--database", "jdbc:mysql://db/s3cret")
                        .all())
                .contains("URLs begin with one of [jdbc:postgresql:]")
                .doesNotContain("s3cret");
        assertThat(CommandRun.run("database", "check", "--database", "jdbc:postgresql://agent:s3cret@db/log")
                        .all())
                .contains("has a user or a password before its host")
                .doesNotContain("s3cret");
    }

    private static CommandRun.Result run(String user, Path home, String... words) {
        return CommandRun.standard()
                .home(home)
                .environment("AIRLOCK_DATABASE", url(user))
                .with(words);
    }

    private static String counts() {
        return CommandRun.CONNECTORS.resolve("counts").toString();
    }

    private static String url(String user) {
        return server.url() + "?user=" + user;
    }

    /** Returns the SQL that the page shows for roles. */
    private static String sqlOfThePage() throws IOException {
        String page = Files.readString(CommandRun.ROOT.resolve("src/site/markdown/more-than-one-machine.md"));
        int begin = page.indexOf("```sql\n") + "```sql\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("airlock"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns what the server says to a reader; empty if it answers. */
    private static String refused(String sql) {
        try (Connection connection = DriverManager.getConnection(url("reader"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
