package dev.airlock.runtime.recovery.offenders;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.event.AuditSubject;

/** Breaks a rule of the house on purpose. */
public final class UsesAudit {
    private UsesAudit() {}

    static Object uses() {
        return new AuditSubject(AuditId.random(), "", AuditSubject.ConnectorIdentity.NONE, "");
    }
}
