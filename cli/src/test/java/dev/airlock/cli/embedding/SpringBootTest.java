package dev.airlock.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.testkit.LocalPostgres;
import dev.airlock.testkit.PostgresIsInstalled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a Spring Boot application with its own tables, with and without Flyway, in the database of Airlock's log. */
@Timeout(20 * 60)
@ExtendWith(PostgresIsInstalled.class)
class SpringBootTest {
    /** The creator of the application's tables. */
    enum Tables {
        BY_HAND,
        BY_FLYWAY
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Returns the cases, which run only in the full build because they need Spring Boot's libraries. */
    static Stream<Tables> tables() {
        return Stream.of(Tables.values()).filter(each -> Boolean.getBoolean("airlock.full"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("tables")
    void startsCallsAConnectorAndEnds(Tables tables) throws Exception {
        Application application = new Application(folder);
        Path project = application.project("spring-boot");
        boolean flyway = tables == Tables.BY_FLYWAY;
        application.outside().maven(project, flyway ? new String[] {"-Pflyway", "package"} : new String[] {"package"});

        try (LocalPostgres server = LocalPostgres.start(LocalPostgres.programs().orElseThrow())) {
            execute(server, "CREATE ROLE agent SUPERUSER LOGIN");
            if (!flyway) {
                execute(server, "CREATE TABLE orders (id bigint)");
            }
            for (int start = 1; start <= 2; start++) {
                assertThat(start(application, project, server))
                        .contains("The capital is Yamoussoukro", "orders: 0", "log: true");
            }
        }
    }

    private static String start(Application application, Path project, LocalPostgres server) throws Exception {
        Path jar = project.resolve("target/spring-boot-app-1.0.0.jar");
        assertThat(Files.size(jar)).isPositive();
        return application
                .run(List.of(
                        Environment.JAVA.resolve("bin/java").toString(),
                        "-jar",
                        jar.toString(),
                        "--agent.connector=" + application.connector(),
                        "--agent.home=" + application.folder().resolve("home"),
                        "--spring.datasource.url=" + server.url(),
                        "--spring.datasource.username=agent"))
                .text();
    }

    private static void execute(LocalPostgres server, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
