package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStore.Begun;
import dev.airlock.runtime.recovery.store.ConversationStore.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteConversationsTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private static final Instant UNTIL = NOW.plus(Duration.ofHours(24));
    private static final Begun FIRST = new Begun("audit-1", "key-1", NOW);
    private static final Begun SECOND = new Begun("audit-2", "key-2", NOW.plusSeconds(1));

    @TempDir
    Path temp;

    @Test
    void oneOfTheCallsThatAreAlikeRunsAtATime() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();

            assertThat(calls.begin("a", FIRST, NOW, UNTIL)).isEqualTo(new Admission.Granted());
            assertThat(calls.begin("a", SECOND, NOW, UNTIL)).isEqualTo(new Admission.Running(FIRST));
            assertThat(calls.begin("b", SECOND, NOW, UNTIL)).isEqualTo(new Admission.Granted());
            calls.forget("a", "audit-1");
            assertThat(calls.begin("a", SECOND, NOW, UNTIL)).isEqualTo(new Admission.Granted());
        }
    }

    @Test
    void howOneEndedIsKnownForTenMinutesAndInTheNextProcess() {
        try (SqliteRecoveryStore store = open()) {
            store.conversations().begin("a", FIRST, NOW, UNTIL);
            store.conversations().end("a", "audit-1", "cancelled", NOW);
        }
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            Instant almost = NOW.plus(ConversationStore.KEPT).minusMillis(1);

            assertThat(calls.begin("a", SECOND, almost, UNTIL))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.of("cancelled")))));
            assertThat(calls.begin("a", SECOND, almost.plusMillis(1), UNTIL)).isEqualTo(new Admission.Granted());
        }
    }

    @Test
    void oneTakesThePlaceOfWhatEndedAndOfNothingElse() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", FIRST, NOW, UNTIL);

            assertThat(calls.replace("a", "audit-1", SECOND, NOW, UNTIL)).isFalse();
            calls.end("a", "audit-1", "failed", NOW);
            assertThat(calls.replace("a", "audit-9", SECOND, NOW, UNTIL)).isFalse();
            assertThat(calls.replace("a", "audit-1", SECOND, NOW, UNTIL)).isTrue();
            assertThat(calls.begin("a", FIRST, NOW, UNTIL)).isEqualTo(new Admission.Running(SECOND));
        }
    }

    @Test
    void whoeverInsistsRunsBesideAnotherWhoseEndIsStillLookedAt() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", FIRST, NOW, UNTIL);
            calls.insist("a", SECOND, NOW, UNTIL);
            calls.end("a", "audit-1", "cancelled", NOW);
            calls.forget("a", "audit-2");

            assertThat(calls.begin("a", new Begun("audit-3", "key-3", NOW), NOW, UNTIL))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.of("cancelled")))));
            calls.insist("a", SECOND, NOW, UNTIL);
            calls.forget("a", "audit-2");
            assertThat(calls.begin("a", FIRST, NOW, UNTIL)).isEqualTo(new Admission.Granted());
        }
    }

    @Test
    void ofOneWhoseTimeIsOverNobodyKnowsHowItEnded() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", FIRST, NOW, NOW.plusSeconds(30));
            Instant late = NOW.plusSeconds(30);

            assertThat(calls.begin("a", SECOND, late, UNTIL))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, late, Optional.empty()))));
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
                            .begin("a", new Begun("audit-" + i, "key", NOW), NOW, UNTIL)))
                    .toList();

            assertThat(asked.stream().map(CompletableFuture::join).filter(Admission.Granted.class::isInstance))
                    .hasSize(1);
        }
    }

    /** A process that begins a call and ends without saying how the call did. */
    static final class Beginner {
        private Beginner() {}

        public static void main(String[] args) {
            try (SqliteRecoveryStore store = SqliteRecoveryStore.open(Path.of(args[0]))) {
                System.out.println(store.conversations().begin("a", FIRST, NOW, UNTIL) instanceof Admission.Granted);
            }
        }
    }

    @Test
    void ofAProcessThatIsGoneNobodyKnowsHowItsCallEnded() throws Exception {
        open().close();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Beginner.class.getName(),
                        temp.resolve("recovery.db").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said(process)).isEqualTo("true");

        try (SqliteRecoveryStore store = open()) {
            assertThat(store.conversations().begin("a", SECOND, NOW, UNTIL))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.empty()))));
        }
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private SqliteRecoveryStore open() {
        return SqliteRecoveryStore.open(temp.resolve("recovery.db"));
    }
}
