package dev.airlock.runtime.recovery.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.recovery.store.ConversationStore;
import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStore.Begun;
import dev.airlock.runtime.recovery.store.ConversationStore.Ended;
import dev.airlock.runtime.recovery.store.ConversationStoreContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteConversationsTest extends ConversationStoreContract {
    @TempDir
    Path temp;

    @Test
    void howOneEndedIsKnownForTenMinutesAndInTheNextProcess() {
        try (SqliteRecoveryStore store = open()) {
            store.conversations().begin("a", beginning(FIRST, UNTIL), NOW);
            store.conversations().end("a", "audit-1", "cancelled", NOW);
        }
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            Instant almost = NOW.plus(ConversationStore.KEPT).minusMillis(1);

            assertThat(calls.begin("a", beginning(SECOND, UNTIL), almost))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.of("cancelled")))));
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), almost.plusMillis(1)))
                    .isInstanceOf(Admission.Granted.class);
        }
    }

    @Test
    void ofManyWhoBeginOneMay() {
        try (SqliteRecoveryStore first = open();
                SqliteRecoveryStore second = open()) {
            List<SqliteRecoveryStore> stores = List.of(first, second);
            List<CompletableFuture<Admission>> asked = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> stores.get(i % 2)
                            .conversations()
                            .begin("a", beginning(new Begun("audit-" + i, "key", NOW), UNTIL), NOW)))
                    .toList();

            assertThat(asked.stream().map(CompletableFuture::join).filter(Admission.Granted.class::isInstance))
                    .hasSize(1);
        }
    }

    /** A process that begins a call and exits without recording its end. */
    static final class Beginner {
        private Beginner() {}

        public static void main(String[] args) {
            try (SqliteRecoveryStore store = SqliteRecoveryStore.open(Path.of(args[0]))) {
                System.out.println(
                        store.conversations().begin("a", beginning(FIRST, UNTIL), NOW) instanceof Admission.Granted);
            }
        }
    }

    @Test
    void ofAProcessThatIsGoneNobodyKnowsHowItsCallEnded() throws Exception {
        open().close();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Beginner.class.getName(),
                        temp.resolve("recovery.db").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said(process)).isEqualTo("true");

        try (SqliteRecoveryStore store = open()) {
            assertThat(store.conversations().begin("a", beginning(SECOND, UNTIL), NOW))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.empty()))));
        }
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Override
    public SqliteRecoveryStore open() {
        return SqliteRecoveryStore.open(temp.resolve("recovery.db"));
    }
}
