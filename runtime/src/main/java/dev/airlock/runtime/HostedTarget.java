package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.Target;
import java.util.Optional;

/**
 * An operation of a connector that this runtime loaded.
 *
 * @param hosted the connector
 * @param target makes its attempts
 */
record HostedTarget(HostedConnector hosted, Target target) implements ForwardingTarget {
    @Override
    public Optional<Failure> refusal(AuditId call, ObjectNode args) {
        return hosted.shapes().refusal(call, op(), args);
    }
}
