package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.time.Duration;
import java.util.Optional;

/** A target that adds something to another one: it is that one but for what it overrides. */
public interface ForwardingTarget extends Target {
    /** The other one. */
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
