package dev.airlock.cli.audit.log;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.RefusedConnector;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import java.io.IOException;
import java.util.UUID;

/** Records a connector that a command refused before any call, so that the failure's audit id finds the reason. */
public final class RefusalRecord {
    private RefusalRecord() {}

    /** Writes a refusal to the audit log, or prints that the log does not have it. The refusal stands either way. */
    public static void write(Terminal terminal, Failure failure) {
        if (!recorded(terminal, failure)) {
            terminal.err()
                    .println(
                            "airlock: the audit log cannot be written, so it has no record of this. " + AuditFile.NEXT);
        }
    }

    /** Records a call that was not made because its connector differs from the installed one. */
    public static void ofCall(Terminal terminal, String op, RefusedConnector refused, boolean scripted) {
        AuditSubject subject = new AuditSubject(
                refused.failure().auditId(),
                RunEnvironment.actor(scripted),
                ConnectorIdentity.named(refused.name().toString()),
                op);
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            AuditedCalls.Audited unused = new AuditedCalls(log, ArgumentPolicy.SHAPE)
                    .begin(
                            subject,
                            JsonNodeFactory.instance.objectNode(),
                            UUID.randomUUID().toString())
                    .make(refused::outcome);
        } catch (IOException e) {
            // the refusal stands without a record
        }
    }

    private static boolean recorded(Terminal terminal, Failure failure) {
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            return new AuditedCalls(log, ArgumentPolicy.SHAPE).notLoaded(AuditFile.ACTOR, refused(failure), failure);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the failure's subject, as name and version if it is a connector. */
    private static ConnectorIdentity refused(Failure failure) {
        String subject = failure.cause() instanceof Cause.Integrity integrity ? integrity.subject() : "";
        return ConnectorReference.parse(subject) instanceof Parsed.Ok<ConnectorReference> ok
                ? ConnectorIdentity.of(ok.value())
                : ConnectorIdentity.named(subject);
    }
}
