package dev.airlock.cli.audit;

import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.runtime.audit.ArgumentPolicy;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.audit.AuditedCalls;
import java.io.IOException;

/** What is recorded of a connector that a command refused before any call of it, so that the failure's audit id finds why. */
public final class RefusalRecord {
    private RefusalRecord() {}

    /** Writes it to the audit log, or says that the log does not have it: the refusal stands either way. */
    public static void write(Terminal terminal, Failure failure) {
        if (!recorded(terminal, failure)) {
            terminal.err()
                    .println("airlock: the audit log has no record of this, since it cannot be written. "
                            + AuditFile.NEXT);
        }
    }

    private static boolean recorded(Terminal terminal, Failure failure) {
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            return new AuditedCalls(log, ArgumentPolicy.SHAPE).notLoaded(AuditFile.ACTOR, refused(failure), failure);
        } catch (IOException e) {
            return false;
        }
    }

    /** The failure's subject: name and version where it is a connector's. */
    private static ConnectorIdentity refused(Failure failure) {
        String subject = failure.cause() instanceof Cause.Integrity integrity ? integrity.subject() : "";
        return ConnectorReference.parse(subject) instanceof Parsed.Ok<ConnectorReference> ok
                ? ConnectorIdentity.of(ok.value())
                : ConnectorIdentity.named(subject);
    }
}
