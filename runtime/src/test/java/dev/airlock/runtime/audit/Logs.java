package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.Failure;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.EndSeal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Calls and events for tests of the log. */
public final class Logs {
    static final AuditSubject.ConnectorIdentity SLACK = new AuditSubject.ConnectorIdentity(
            "github://acme/slack", "1.2.0", "github://acme", "sha256:" + "0a".repeat(32));

    private Logs() {}

    /** Returns a unique call. */
    public static AuditSubject subject() {
        return subject(SLACK);
    }

    static AuditSubject subject(AuditSubject.ConnectorIdentity connector) {
        return new AuditSubject(AuditId.random(), "agent-1", connector, "send");
    }

    /** Returns its intent. */
    public static AuditEvent.CallIntent intent(AuditSubject subject) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("channel", "text of 7");
        return new AuditEvent.CallIntent(subject, arguments, "key-1");
    }

    /** Returns its success. */
    public static AuditEvent.CallOutcome success(AuditSubject subject) {
        return new AuditEvent.CallOutcome(subject, AuditEvent.Ending.SUCCEEDED, RedactedJson.empty(), Optional.empty());
    }

    public static AuditEvent.CallOutcome failure(AuditSubject subject, Failure failure) {
        return new AuditEvent.CallOutcome(
                subject, AuditEvent.Ending.FAILED, RedactedJson.empty(), Optional.of(failure));
    }

    public static Failure denied(AuditId id) {
        return Failure.capabilityDenied(
                id,
                Boundary.SANDBOX,
                new Denial(
                        "The connector asked for evil.example:443, which its manifest does not grant",
                        "evil.example:443",
                        List.of("slack.com:443"),
                        "hosts = [\"slack.com:443\", \"evil.example:443\"]"));
    }

    public static Failure outOfFuel(AuditId id) {
        return Failure.resourceLimitExceeded(id, LimitName.FUEL, 1_000_000, 1_000_001);
    }

    public static Failure dns(AuditId id) {
        return Failure.networkError(
                id,
                new Cause.Broken(NetworkFailureKind.DNS, "slack.com:443"),
                "The name slack.com did not resolve.",
                "",
                Details.none().put("request_sent", false));
    }

    /** Returns one event of every kind except those that begin and end a call. */
    public static Stream<AuditEvent> notes(AuditSubject subject) {
        return Stream.of(
                new AuditEvent.Attempt(subject, 1, AuditEvent.Ending.FAILED, Optional.of(dns(subject.id()))),
                new AuditEvent.Exchange(subject, "POST", "slack.com:443/api", 0, true, 503, "", 10, 20, 30),
                new AuditEvent.Exchange(subject, "GET", "slack.com:443", 1, false, 0, "dns", 0, 0, 5),
                new AuditEvent.Denial(subject, "sandbox", "evil.example:443", List.of("slack.com:443"), "hosts = []"),
                new AuditEvent.Limit(subject, "log", "lines", 1000, 1001),
                new AuditEvent.Decision(subject, 1, "capacity", "retry"),
                new AuditEvent.Recovery(subject, "retry_scheduled", "in 1 s"),
                new AuditEvent.Consent(subject, "binding", List.of("slack.com:443", "header Authorization")),
                new AuditEvent.BindingUse(subject, "work", "bearer", "slack.com:443"),
                new AuditEvent.Cancellation(subject),
                new AuditEvent.Retention(subject, 7, 3),
                new AuditEvent.OpenEnd(subject, 7, 3, EndSeal.NONE),
                new AuditEvent.HeadLost(subject, 7, "the file of kept heads cannot be written"));
    }

    /** Returns a change of the log's key that both keys signed, but for another place. */
    static AuditEvent keyChange(AuditSubject subject) {
        CheckpointKey old = CheckpointKey.ephemeral();
        CheckpointKey next = CheckpointKey.ephemeral();
        byte[] nothing = new byte[0];
        return new AuditEvent.KeyChanged(
                subject, old.publicText(), next.publicText(), old.sign(nothing), next.sign(nothing));
    }
}
