package dev.airlock.cli.audit;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.AuditEvent;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.audit.Written;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What somebody agreed to, or took back, with a command.
 *
 * @param what in a few words
 * @param connector the connector that it is for, as exactly as it is known; {@link AuditSubject.ConnectorIdentity#NONE} for all
 * @param subjects what it covers
 */
public record ConsentRecord(String what, AuditSubject.ConnectorIdentity connector, List<String> subjects) {
    /**
     * About whatever bears a name.
     *
     * @param connector the name of a connector or a publisher; empty for all
     */
    public ConsentRecord(String what, String connector, List<String> subjects) {
        this(what, AuditSubject.ConnectorIdentity.named(connector), subjects);
    }

    /** Writes it to the audit log; whether it is durable. */
    public boolean write(Terminal terminal) {
        return written(terminal).isEmpty();
    }

    /** Why it is not durable; empty if it is. */
    private Optional<Written.Unrecorded> written(Terminal terminal) {
        AuditSubject subject = new AuditSubject(AuditId.random(), AuditFile.ACTOR, connector, "");
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            return log.record(new AuditEvent.Consent(subject, what, subjects)) instanceof Written.Unrecorded why
                    ? Optional.of(why)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(Written.Unrecorded.withoutKey(e));
        }
    }

    /** The same for a consent that must not hold without a record. */
    public void require(Terminal terminal) {
        require(terminal, "Nothing was bound");
    }

    /**
     * Records it, or ends the command.
     *
     * @param undone what was not done if it cannot be recorded, such as {@code Nothing was installed}
     */
    public void require(Terminal terminal, String undone) {
        Optional<Written.Unrecorded> unrecorded = written(terminal);
        if (unrecorded.isPresent()) {
            throw CommandProblem.configuration(
                    undone + ", because the consent could not be recorded. " + AuditFile.sentences(unrecorded.get()),
                    List.of());
        }
    }
}
