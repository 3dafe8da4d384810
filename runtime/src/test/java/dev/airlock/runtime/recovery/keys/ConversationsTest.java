package dev.airlock.runtime.recovery.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.RecoveryBench;
import dev.airlock.runtime.recovery.VirtualTime;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.keys.Conversations.Entry;
import dev.airlock.runtime.recovery.keys.Conversations.Likeness;
import dev.airlock.runtime.recovery.keys.Conversations.Permit;
import dev.airlock.runtime.recovery.keys.Conversations.Wanted;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.api.Cancellation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationsTest {
    private static final ObjectNode ARGS = RecoveryBench.json("{\"amount\":5}");
    private static final CallEnd CANCELLED = new CallEnd(CallEnd.How.CANCELLED, Effect.NONE, List.of(), List.of());
    private static final CallEnd UNSURE =
            new CallEnd(CallEnd.How.FAILED, Effect.UNCERTAIN, List.of("a"), List.of("b", "c"));
    private static final CallEnd REPEATABLE = new CallEnd(CallEnd.How.FAILED, Effect.REPEATABLE, List.of(), List.of());
    private static final CallEnd SUCCEEDED = new CallEnd(CallEnd.How.SUCCEEDED, Effect.NONE, List.of(), List.of());
    private static final CallEnd FAILED = new CallEnd(CallEnd.How.FAILED, Effect.NONE, List.of(), List.of());

    @TempDir
    Path temp;

    private final VirtualTime time = new VirtualTime();
    private final RecoveryStore store = RecoveryStore.inMemory();
    private final Conversations conversations =
            new Conversations(store.conversations(), time, RandomSource.secure(), RecoveryListener.NONE);

    @Test
    void aCancelledOneIsNotFollowedForTenMinutes() {
        end(wanted(), CANCELLED);

        Entry.Refused refused = (Entry.Refused) conversations.admit(wanted(), Journal.none());
        assertThat(refused.failure().message())
                .contains("Operation charge of local://tests/rail was not called again. The same call, audit-")
                .contains(", was cancelled at 2026-", "It changed nothing.", "insisting()");
        assertThat(refused.earlier().effect()).isEqualTo(Effect.NONE);
        assertThat(refused.failure().details()).containsEntry("key_state", "cancelled");

        time.advance(Duration.ofMinutes(10));
        assertThat(conversations.admit(wanted(), Journal.none())).isInstanceOf(Entry.Admitted.class);
    }

    @Test
    void oneThatMayHaveTakenEffectSaysWhichStepsAndIsFollowedByWhoeverInsists() {
        end(wanted(), UNSURE);

        Entry.Refused refused = (Entry.Refused) conversations.admit(wanted(), Journal.none());
        assertThat(refused.failure().message())
                .contains("Its steps b, c may have taken effect. Done and not undone: a.");
        assertThat(refused.earlier().effect()).isEqualTo(Effect.UNCERTAIN);

        Wanted insisting = wanted(Optional.empty(), true);
        end(insisting, FAILED);
        assertThat(conversations.admit(wanted(), Journal.none())).isInstanceOf(Entry.Admitted.class);
    }

    @Test
    void oneThatCanBeRepeatedIsFollowedUnderItsKeyUnlessAnotherWasGiven() {
        String first = end(wanted(), REPEATABLE);
        assertThat(end(wanted(), REPEATABLE)).isEqualTo(first);
        assertThat(end(wanted(Optional.of("order-17"), false), REPEATABLE)).isEqualTo("order-17");
        assertThat(end(wanted(), FAILED)).isEqualTo("order-17");
        assertThat(end(wanted(), SUCCEEDED)).isEqualTo("order-17");
        assertThat(end(wanted(), FAILED)).isNotEqualTo("order-17").isNotEqualTo(first);
    }

    @Test
    void whatGoesOnWithAnEarlierOneMayHaveChangedWhatThatDid() {
        end(wanted(), REPEATABLE);

        try (Permit permit = ((Entry.Admitted) conversations.admit(wanted(), Journal.none())).permit()) {
            assertThat(permit.earlier().effect()).isEqualTo(Effect.REPEATABLE);
            assertThat(permit.earlier().idempotencyKey()).contains(permit.key());
        }
    }

    @Test
    void oneThatRunsIsWaitedForAndThenNamed() {
        Permit running = ((Entry.Admitted) conversations.admit(wanted(), Journal.none())).permit();

        Entry.Refused refused = (Entry.Refused) conversations.admit(wanted(), Journal.none());
        assertThat(time.elapsed()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
        assertThat(refused.failure().message()).contains("still runs", "It may have taken effect.");
        assertThat(refused.failure().details()).containsEntry("key_state", "running");
        assertThat(refused.earlier().effect()).isEqualTo(Effect.UNCERTAIN);

        time.at(time.elapsed().plusSeconds(5), () -> {
            running.ended(FAILED);
            running.close();
        });
        assertThat(conversations.admit(wanted(), Journal.none())).isInstanceOf(Entry.Admitted.class);
    }

    @Test
    void whoeverIsCancelledWhileWaitingIsCancelled() {
        conversations.admit(wanted(), Journal.none());
        Wanted second = wanted();
        time.at(time.elapsed().plusSeconds(1), second.cancellation()::cancel);

        Entry.Cancelled cancelled = (Entry.Cancelled) conversations.admit(second, Journal.none());
        assertThat(cancelled.earlier().effect()).isEqualTo(Effect.UNCERTAIN);
        assertThat(cancelled.earlier().idempotencyKey()).isPresent();
    }

    @Test
    void oneThatSaysNothingOfItsEndIsInDoubt() {
        ((Entry.Admitted) conversations.admit(wanted(), Journal.none()))
                .permit()
                .close();

        Entry.Refused refused = (Entry.Refused) conversations.admit(wanted(), Journal.none());
        assertThat(refused.failure().message()).contains("its outcome is not known. It may have taken effect.");
        assertThat(refused.failure().details()).containsEntry("key_state", "in_doubt");
    }

    @Test
    void whereTheStoreCannotBeUsedNothingBegins() {
        store.close();

        Entry.Refused refused = (Entry.Refused) conversations.admit(wanted(), Journal.none());
        assertThat(refused.failure().details()).containsEntry("reason", "store_unavailable");
    }

    @Test
    void actorsAndConversationsThatNoEncodingTellsApartAreOthers() {
        Set<String> digests = Stream.of("thread-?", "thread-\ud800", "thread-\udfff", "thread-\ud83d\ude00")
                .flatMap(name -> Stream.of(
                        new Likeness("alice", name, "pay@1.0.0", ARGS).digest(),
                        new Likeness(name, "alice", "pay@1.0.0", ARGS).digest()))
                .collect(Collectors.toSet());

        assertThat(digests).hasSize(8);
    }

    @Test
    void whoeverIsCancelledWhileTheStoreIsLockedIsToldOfNoEarlierCall() throws SQLException {
        Path file = temp.resolve("recovery.db");
        try (SqliteRecoveryStore shared = SqliteRecoveryStore.open(file);
                Connection intruder = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = intruder.createStatement()) {
            statement.execute("begin immediate");
            Conversations locked =
                    new Conversations(shared.conversations(), time, RandomSource.secure(), RecoveryListener.NONE);
            for (boolean insists : List.of(false, true)) {
                Wanted wanted = wanted(Optional.empty(), insists);
                wanted.cancellation().cancel();
                long begun = System.nanoTime();

                assertThat(locked.admit(wanted, Journal.none())).isEqualTo(new Entry.Cancelled(SideEffects.NONE));
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            }
        }
    }

    @Test
    void aStoreThatCannotBeWrittenDoesNotMakeAnUncertainOneForgotten() throws SQLException {
        Path file = temp.resolve("recovery.db");
        try (SqliteRecoveryStore shared = SqliteRecoveryStore.open(file);
                Connection intruder = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = intruder.createStatement()) {
            Conversations calls =
                    new Conversations(shared.conversations(), time, RandomSource.secure(), RecoveryListener.NONE);
            try (Permit permit = ((Entry.Admitted) calls.admit(wanted(), Journal.none())).permit()) {
                permit.ended(UNSURE);
                statement.execute("create trigger forbidden before update on conversation_call"
                        + " begin select raise(abort, 'disk I/O error'); end");
            }

            Entry.Refused unwritten = (Entry.Refused) calls.admit(wanted(), Journal.none());
            assertThat(unwritten.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(unwritten.earlier().effect()).isEqualTo(Effect.UNCERTAIN);

            statement.execute("drop trigger forbidden");
            Entry.Refused refused = (Entry.Refused) calls.admit(wanted(), Journal.none());
            assertThat(refused.failure().details()).containsEntry("key_state", "in_doubt");
        }
    }

    private String end(Wanted wanted, CallEnd ending) {
        try (Permit permit = ((Entry.Admitted) conversations.admit(wanted, Journal.none())).permit()) {
            permit.ended(ending);
            return permit.key();
        }
    }

    private static Wanted wanted() {
        return wanted(Optional.empty(), false);
    }

    private static Wanted wanted(Optional<String> key, boolean insists) {
        return new Wanted(
                new Likeness("alice", "thread-1", "local://tests/rail charge", ARGS),
                new RecoveryEvent.Subject(AuditId.random(), "local://tests/rail", "charge"),
                key,
                Optional.empty(),
                Optional.empty(),
                insists,
                Conversations.PATIENCE,
                new Cancellation());
    }
}
