package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStore.Beginning;
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

            assertThat(calls.begin("a", beginning(FIRST, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), NOW)).isEqualTo(new Admission.Running(FIRST));
            assertThat(calls.begin("b", beginning(SECOND, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
            calls.forget("a", "audit-1");
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
        }
    }

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
    void oneTakesThePlaceOfWhatEndedAndOfNothingElse() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, UNTIL), NOW);

            assertThat(calls.replace("a", "audit-1", beginning(SECOND, UNTIL), NOW))
                    .isFalse();
            calls.end("a", "audit-1", "failed", NOW);
            assertThat(calls.replace("a", "audit-9", beginning(SECOND, UNTIL), NOW))
                    .isFalse();
            assertThat(calls.replace("a", "audit-1", beginning(SECOND, UNTIL), NOW))
                    .isTrue();
            assertThat(calls.begin("a", beginning(FIRST, UNTIL), NOW)).isEqualTo(new Admission.Running(SECOND));
        }
    }

    @Test
    void whoeverInsistsRunsBesideAnotherWhoseEndIsStillLookedAt() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, UNTIL), NOW);
            calls.insist("a", beginning(SECOND, UNTIL), NOW);
            calls.end("a", "audit-1", "cancelled", NOW);
            calls.forget("a", "audit-2");

            assertThat(calls.begin("a", beginning(new Begun("audit-3", "key-3", NOW), UNTIL), NOW))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, NOW, Optional.of("cancelled")))));
            calls.insist("a", beginning(SECOND, UNTIL), NOW);
            calls.forget("a", "audit-2");
            assertThat(calls.begin("a", beginning(FIRST, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
        }
    }

    @Test
    void ofOneWhoseTimeIsOverNobodyKnowsHowItEnded() {
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, NOW.plusSeconds(30)), NOW);
            Instant late = NOW.plusSeconds(30);

            assertThat(calls.begin("a", beginning(SECOND, UNTIL), late))
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
                            .begin("a", beginning(new Begun("audit-" + i, "key", NOW), UNTIL), NOW)))
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

    @Test
    void theKeyOfACallLeadsToTheOneThatItWentUnderForADay() {
        Instant later = NOW.plusSeconds(60);
        try (SqliteRecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, UNTIL), NOW);
            calls.end("a", "audit-1", "failed", NOW);
            Begun second = new Begun("audit-2", "key-1", later);
            calls.replace("a", "audit-1", new Beginning(second, Optional.of("key-2"), UNTIL), later);
            calls.forget("a", "audit-2");

            for (Instant again :
                    List.of(later, later.plus(ConversationStore.LEADS).minusMillis(1))) {
                assertThat(calls.begin("a", beginning(SECOND, UNTIL), again)).isEqualTo(new Admission.Granted("key-1"));
                calls.forget("a", "audit-2");
            }
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), later.plus(ConversationStore.LEADS)))
                    .isEqualTo(new Admission.Granted("key-2"));
            calls.insist("a", new Beginning(new Begun("audit-3", "key-3", later), Optional.of("key-2"), UNTIL), later);
            calls.forget("a", "audit-2");
            calls.forget("a", "audit-3");
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), later)).isEqualTo(new Admission.Granted("key-3"));
        }
    }

    private static Beginning beginning(Begun call, Instant until) {
        return new Beginning(call, Optional.empty(), until);
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private SqliteRecoveryStore open() {
        return SqliteRecoveryStore.open(temp.resolve("recovery.db"));
    }
}
