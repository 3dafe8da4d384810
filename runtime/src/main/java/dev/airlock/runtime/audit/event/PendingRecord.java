package dev.airlock.runtime.audit.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** An event that is about to be written to the log. */
public final class PendingRecord {
    private enum State {
        WAITING,
        TAKEN,
        GIVEN_UP
    }

    private final AuditEvent event;
    private final AuditSubject subject;
    private final ObjectNode details;
    private final String eventId;
    private final Instant at;
    private final CompletableFuture<WriteResult> written = new CompletableFuture<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    /**
     * @param subject the event's subject, without secrets
     * @param details the event's own fields, without secrets
     */
    public PendingRecord(AuditEvent event, AuditSubject subject, ObjectNode details, String eventId, Instant at) {
        this.event = event;
        this.subject = subject;
        this.details = details;
        this.eventId = eventId;
        this.at = at;
    }

    /** Returns the record of one of Airlock's own events, which contain no secrets. */
    public static PendingRecord of(AuditEvent event, Instant now) {
        String id = AuditId.uuid(now.toEpochMilli()).toString();
        return new PendingRecord(event, event.subject(), event.details(), id, now);
    }

    /** Returns a record that no writer takes. */
    public static PendingRecord nothing() {
        AuditSubject nobody = AuditSubject.ofNoCall(AuditId.random());
        PendingRecord nothing =
                new PendingRecord(new AuditEvent.Cancellation(nobody), nobody, RedactedJson.empty(), "", Instant.EPOCH);
        nothing.state.set(State.GIVEN_UP);
        return nothing;
    }

    /** Returns the record that the call of this intent was not made. */
    public PendingRecord notMade(Instant now) {
        AuditEvent.CallOutcome nothing =
                new AuditEvent.CallOutcome(subject, AuditEvent.Ending.NOT_MADE, RedactedJson.empty(), Optional.empty());
        return of(nothing, now);
    }

    public AuditEvent event() {
        return event;
    }

    public AuditSubject subject() {
        return subject;
    }

    public ObjectNode details() {
        return details;
    }

    public String eventId() {
        return eventId;
    }

    public Instant at() {
        return at;
    }

    /** Returns the future result of writing it. */
    public CompletableFuture<WriteResult> written() {
        return written;
    }

    /** Takes it for writing, unless it was given up. */
    public boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    /** Gives it up. Returns whether it will certainly not be written. */
    public boolean giveUp() {
        return state.compareAndSet(State.WAITING, State.GIVEN_UP);
    }
}
