package dev.airlock.cli.audit.log;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.WriteResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A consent that a person gave or withdrew with a command.
 *
 * @param what the consent, in a few words
 * @param connector the connector of the consent, as exactly as it is known; {@link AuditSubject.ConnectorIdentity#NONE} for all
 * @param subjects the things that it covers
 */
public record ConsentRecord(String what, AuditSubject.ConnectorIdentity connector, List<String> subjects) {
    /**
     * A consent about a connector or a publisher with a name.
     *
     * @param connector the name of a connector or a publisher; empty for all
     */
    public ConsentRecord(String what, String connector, List<String> subjects) {
        this(what, AuditSubject.ConnectorIdentity.named(connector), subjects);
    }

    /** Writes the consent to the audit log. Returns whether it is durable. */
    public boolean write(Terminal terminal) {
        return written(terminal).isEmpty();
    }

    /** Writes the consent. Returns the reason why it is not durable; empty if it is. */
    private Optional<WriteResult.Unrecorded> written(Terminal terminal) {
        AuditSubject subject = new AuditSubject(AuditId.random(), AuditFile.ACTOR, connector, "");
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            return log.record(new AuditEvent.Consent(subject, what, subjects)) instanceof WriteResult.Unrecorded why
                    ? Optional.of(why)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(WriteResult.Unrecorded.withoutKey(e));
        }
    }

    /** Records a consent that must not take effect without a record, or ends the command. */
    public void require(Terminal terminal) {
        require(terminal, "Nothing was bound");
    }

    /**
     * Records the consent, or ends the command.
     *
     * @param undone the sentence about what was not done if it cannot be recorded, such as {@code Nothing was installed}
     */
    public void require(Terminal terminal, String undone) {
        Optional<WriteResult.Unrecorded> unrecorded = written(terminal);
        if (unrecorded.isPresent()) {
            throw CommandProblem.configuration(
                    undone + ", because the consent could not be recorded. " + AuditFile.sentences(unrecorded.get()),
                    List.of());
        }
    }
}
