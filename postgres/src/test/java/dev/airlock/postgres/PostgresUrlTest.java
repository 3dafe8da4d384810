package dev.airlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//127.0.0.1/log?user=agent&password=100%s3cret",
                "//127.0.0.1:x/log?password=s3cret",
                "//127.0.0.1:123456/log?password=s3cret",
                "//agent:s3cret@127.0.0.1/log",
                "//agent:s3cret@/log",
                "//agent:a/s3cret@db/log",
                "//agent:s3cret?x@db/log",
                "//db:1,agent:s3cret/log",
                "//[::1]:s3cret/log",
                "//db?password=s3cret"
            })
    void aUrlThatIsNotUnderstoodIsRefusedAndNothingOfItIsSaidOrLogged(String rest) {
        List<String> logged = new ArrayList<>();
        Handler listening = new Listening(logged);
        Logger driver = Logger.getLogger("org.postgresql");
        driver.addHandler(listening);
        try {
            assertThatThrownBy(() -> AuditStore.at("jdbc:postgresql:" + rest, "agent", "s3cret"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("The audit log's URL ")
                    .hasNoCause()
                    .message()
                    .doesNotContain("s3cret", "agent");
        } finally {
            driver.removeHandler(listening);
        }
        assertThat(logged).noneMatch(line -> line.contains("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//db/log",
                "//db:5432/log?sslmode=require",
                "//one:1,two:2/log?targetServerType=primary",
                "//[::1]:5432/log",
                "///log",
                "log",
                "//db/log?user=me@server&password=p%40ss%25"
            })
    void aUrlThatIsUnderstoodIsTaken(String rest) {
        assertThatCode(() -> AuditStore.at("jdbc:postgresql:" + rest, "agent", "s3cret")
                        .close())
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"//db/log", "//10.0.0.7:5432/log?user=agent", "//127.0.0.1:1,db:2/log", "//localhost.example/log"
            })
    void beyondThisMachineTheServerHasToProveItsName(String rest) {
        String url = "jdbc:postgresql:" + rest;
        assertThat(PostgresUrl.secured(url)).isEqualTo(url + (rest.contains("?") ? "&" : "?") + "sslmode=verify-full");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//127.0.0.1/log",
                "//localhost:5432/log",
                "//[::1]/log",
                "log",
                "//db/log?sslmode=disable",
                "//db/log?user=agent&sslmode=require",
                "//db/log?ssl=true"
            })
    void aUrlThatSaysHowOrLeadsToThisMachineStaysAsItIs(String rest) {
        assertThat(PostgresUrl.secured("jdbc:postgresql:" + rest)).isEqualTo("jdbc:postgresql:" + rest);
    }

    @Test
    void whatToDoAboutAServerThatIsAwaySpeaksOfAServer() {
        try (AuditStore store = AuditStore.at("jdbc:postgresql://127.0.0.1:1/log", "agent", "s3cret")) {
            assertThatThrownBy(() -> store.read(AuditStore.Reader::head))
                    .isInstanceOfSatisfying(AuditStoreUnavailableException.class, thrown -> {
                        assertThat(thrown.remedy())
                                .isEqualTo(
                                        "Make sure that its server runs and is reachable, and that its user may read and"
                                                + " write the log's schema");
                        assertThat(thrown).message().doesNotContain("s3cret");
                    });
        }
    }

    private static final class Listening extends Handler {
        private final List<String> logged;

        Listening(List<String> logged) {
            this.logged = logged;
        }

        @Override
        public void publish(LogRecord each) {
            logged.add(new SimpleFormatter().formatMessage(each));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
