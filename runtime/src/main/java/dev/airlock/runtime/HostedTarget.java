package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.time.Duration;
import java.util.Optional;

/**
 * An operation of a connector that this runtime loaded.
 *
 * @param hosted which one
 * @param target makes its attempts
 */
record HostedTarget(HostedConnector hosted, Target target) implements Target {
    @Override
    public ConnectorManifest manifest() {
        return target.manifest();
    }

    @Override
    public String op() {
        return target.op();
    }

    @Override
    public Duration wallTime() {
        return target.wallTime();
    }

    @Override
    public Outcome attempt(Call call) {
        return target.attempt(call);
    }

    @Override
    public Optional<Failure> certainFailure(AuditId auditId) {
        return target.certainFailure(auditId);
    }
}
