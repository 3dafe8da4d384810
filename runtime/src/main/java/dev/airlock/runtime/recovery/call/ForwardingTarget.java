package dev.airlock.runtime.recovery.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.time.Duration;
import java.util.Optional;

/** A target that delegates to another one, except for the methods that it overrides. */
public interface ForwardingTarget extends Target {
    /** Returns the other target. */
    Target target();

    @Override
    default ConnectorManifest manifest() {
        return target().manifest();
    }

    @Override
    default String op() {
        return target().op();
    }

    @Override
    default Duration wallTime() {
        return target().wallTime();
    }

    @Override
    default Optional<Failure> refusal(AuditId call, ObjectNode args) {
        return target().refusal(call, args);
    }

    @Override
    default Outcome attempt(Call call) {
        return target().attempt(call);
    }

    @Override
    default Optional<Failure> certainFailure(AuditId auditId) {
        return target().certainFailure(auditId);
    }

    @Override
    default Optional<Failure> withdrawal(AuditId auditId) {
        return target().withdrawal(auditId);
    }
}
