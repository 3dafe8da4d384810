package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may be removed from a log with a killed call, by a clock that the test sets. */
class RetentionTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    private final CheckpointKey key = CheckpointKey.ephemeral();
    private Instant now = START;
    private final AuditLog log = AuditLog.builder(AuditStore.inMemory(), key)
            .clock(Clock.showing(() -> now))
            .build();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aCallWithoutAnOutcomeIsKeptForADayWithAllThatCameAfterIt() {
        finished();
        AuditSubject killed = Logs.subject();
        log.intent(Logs.intent(killed));
        finished();
        now = START.plus(Duration.ofHours(23));

        assertThat(log.prune(now)).as("the call before it").isEqualTo(2);
        assertThat(log.archive().find(killed.call().value())).hasSize(1);
        assertWhole();
    }

    @Test
    void afterADayItWasEndedWithItsProcessAndGoesLikeOthers() {
        AuditSubject killed = Logs.subject();
        log.intent(Logs.intent(killed));
        finished();
        now = START.plus(Duration.ofHours(25));

        assertThat(log.prune(now)).isEqualTo(3);
        assertThat(log.archive().find(killed.call().value())).isEmpty();
        assertWhole();
    }

    @Test
    void whatIsNotOldStays() {
        finished();
        now = START.plus(Duration.ofDays(2));
        AuditSubject recent = Logs.subject();
        log.intent(Logs.intent(recent));
        log.outcome(Logs.success(recent));

        assertThat(log.prune(START.plus(Duration.ofDays(1)))).isEqualTo(2);
        assertThat(log.archive().find(recent.call().value())).hasSize(2);
        assertThat(log.prune(START.plus(Duration.ofDays(1)))).as("again").isZero();
        assertWhole();
    }

    private void finished() {
        AuditSubject subject = Logs.subject();
        log.intent(Logs.intent(subject));
        log.outcome(Logs.success(subject));
    }

    private void assertWhole() {
        assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
    }
}
