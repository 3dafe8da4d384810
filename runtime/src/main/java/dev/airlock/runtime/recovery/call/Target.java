package dev.airlock.runtime.recovery.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.time.Duration;
import java.util.Optional;

/** The target of calls: one operation of one connector. */
public interface Target {
    /** Returns the connector's manifest. */
    ConnectorManifest manifest();

    /** Returns the operation's name. */
    String op();

    /** Returns the time limit of one call. */
    Duration wallTime();

    /** Returns why a call with these arguments is refused; empty if it may be made. */
    default Optional<Failure> refusal(AuditId call, ObjectNode args) {
        return Optional.empty();
    }

    /** Makes one attempt. Never throws because of a guest or the outside world. */
    Outcome attempt(Call call);

    /** Returns the failure with which an attempt is certain to end, so that it need not be made; empty if it is not certain. */
    Optional<Failure> certainFailure(AuditId auditId);

    /**
     * Returns why nothing is done for the connector any more, not even renewing a credential: it was altered, removed, or is no longer
     * trusted. Empty while it is the one that was loaded.
     */
    default Optional<Failure> withdrawal(AuditId auditId) {
        return Optional.empty();
    }

    /** Returns the connector's name, as messages and records show it. */
    default String connector() {
        return manifest().connector().name().toString();
    }
}
