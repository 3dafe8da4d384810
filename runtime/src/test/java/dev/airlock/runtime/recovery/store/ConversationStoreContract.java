package dev.airlock.runtime.recovery.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStore.Beginning;
import dev.airlock.runtime.recovery.store.ConversationStore.Begun;
import dev.airlock.runtime.recovery.store.ConversationStore.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of every store for calls of conversations. */
public abstract class ConversationStoreContract {
    public static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    public static final Instant UNTIL = NOW.plus(Duration.ofHours(24));
    public static final Begun FIRST = new Begun("audit-1", "key-1", NOW);
    public static final Begun SECOND = new Begun("audit-2", "key-2", NOW.plusSeconds(1));

    /** Opens the same store each time; it is empty at first. */
    public abstract RecoveryStore open();

    @Test
    void oneOfTheCallsThatAreAlikeRunsAtATime() {
        try (RecoveryStore store = open()) {
            ConversationStore calls = store.conversations();

            assertThat(calls.begin("a", beginning(FIRST, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), NOW)).isEqualTo(new Admission.Running(FIRST));
            assertThat(calls.begin("b", beginning(SECOND, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
            calls.forget("a", "audit-1");
            assertThat(calls.begin("a", beginning(SECOND, UNTIL), NOW)).isInstanceOf(Admission.Granted.class);
        }
    }

    @Test
    void oneTakesThePlaceOfWhatEndedAndOfNothingElse() {
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
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
        try (RecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, NOW.plusSeconds(30)), NOW);
            Instant late = NOW.plusSeconds(30);

            assertThat(calls.begin("a", beginning(SECOND, UNTIL), late))
                    .isEqualTo(new Admission.Followed(List.of(new Ended(FIRST, late, Optional.empty()))));
        }
    }

    @Test
    void theKeyOfACallLeadsToTheOneThatItWentUnderForADay() {
        Instant later = NOW.plusSeconds(60);
        try (RecoveryStore store = open()) {
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

    @Test
    void howOneEndedIsKnownForTenMinutes() {
        try (RecoveryStore store = open()) {
            ConversationStore calls = store.conversations();
            calls.begin("a", beginning(FIRST, UNTIL), NOW);
            calls.insist("a", beginning(SECOND, UNTIL), NOW);
            calls.end("a", "audit-1", "cancelled", NOW);
            calls.end("a", "audit-2", "failed", NOW.plusMillis(1));
            Begun third = new Begun("audit-3", "key-3", NOW);
            Instant almost = NOW.plus(ConversationStore.KEPT).minusMillis(1);
            Ended latest = new Ended(SECOND, NOW.plusMillis(1), Optional.of("failed"));

            assertThat(calls.begin("a", beginning(third, UNTIL), almost))
                    .isEqualTo(
                            new Admission.Followed(List.of(latest, new Ended(FIRST, NOW, Optional.of("cancelled")))));
            assertThat(calls.begin("a", beginning(third, UNTIL), almost.plusMillis(1)))
                    .isEqualTo(new Admission.Followed(List.of(latest)));
            assertThat(calls.begin("a", beginning(third, UNTIL), almost.plusMillis(2)))
                    .isInstanceOf(Admission.Granted.class);
        }
    }

    public static Beginning beginning(Begun call, Instant until) {
        return new Beginning(call, Optional.empty(), until);
    }
}
