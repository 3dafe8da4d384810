package dev.airlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.Children;
import dev.airlock.runtime.ReleaseProcess;
import dev.airlock.testkit.LocalPostgres;
import dev.airlock.testkit.PostgresIsInstalled;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL's driver registers itself with DriverManager, where an application may use it. Unloading the application removes it. */
@ExtendWith(PostgresIsInstalled.class)
class PostgresReleaseTest {
    @SuppressWarnings("NullAway.Init")
    private static LocalPostgres server;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @BeforeAll
    static void start() {
        server = LocalPostgres.start(LocalPostgres.programs().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theClassLoaderIsCollectedOnceTheDriverIsTakenOutOfDriverManager() throws Exception {
        assertThat(said("deregister").lines()).containsExactly("[]", "collected");
    }

    @Test
    void theDriverAloneHoldsTheClassLoaderOtherwise() throws Exception {
        assertThat(said("leave").lines()).containsExactly("[]", "held");
    }

    private String said(String end) throws Exception {
        return Children.run(
                        List.of("-XX:SoftRefLRUPolicyMSPerMB=0"),
                        System.getProperty("java.class.path"),
                        ReleaseProcess.class,
                        folder.resolve("heap.hprof"),
                        PostgresProcess.class.getName(),
                        server.url(),
                        folder.resolve("audit.key"),
                        end)
                .replaceAll("(?m)^(thread |WARNING: |.* dev.airlock.runtime.database.SharingNotice say).*\\R", "");
    }
}
