package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.time.Duration;
import java.util.Optional;

/** What calls are made of: one operation of one connector. */
public interface Target {
    /** The connector's manifest. */
    ConnectorManifest manifest();

    /** The operation's name. */
    String op();

    /** How long one call may take at most. */
    Duration wallTime();

    /** Why no call with these arguments is made at all; empty if it may be made. */
    default Optional<Failure> refusal(AuditId call, ObjectNode args) {
        return Optional.empty();
    }

    /** Makes one attempt. Never throws for what a guest or the outside world did. */
    Outcome attempt(Call call);

    /** The failure that an attempt is certain to end with, so that it need not be made; empty if it is not certain. */
    Optional<Failure> certainFailure(AuditId auditId);

    /**
     * Why nothing is done for the connector any more, not even a credential renewed: it was altered, removed, or is no longer trusted.
     * Empty while it is what was loaded.
     */
    default Optional<Failure> withdrawal(AuditId auditId) {
        return Optional.empty();
    }

    /** The connector's name, as messages and records show it. */
    default String connector() {
        return manifest().connector().name().toString();
    }
}
