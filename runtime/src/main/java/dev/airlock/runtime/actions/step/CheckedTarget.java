package dev.airlock.runtime.actions.step;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.schema.JsonShape;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.List;

/**
 * An operation whose result is checked against the schema that its connector declares for it.
 *
 * @param target the operation
 * @param shape the schema
 */
record CheckedTarget(Target target, JsonShape shape) implements ForwardingTarget {
    @Override
    public Outcome attempt(Call call) {
        Outcome outcome = target.attempt(call);
        if (!(outcome instanceof Outcome.Succeeded succeeded)) {
            return outcome;
        }
        List<String> problems = shape.problems(succeeded.output());
        return problems.isEmpty()
                ? outcome
                : new Outcome.Failed(unexpected(call.auditId(), problems), succeeded.usage(), succeeded.transcript());
    }

    private Failure unexpected(AuditId auditId, List<String> problems) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.UNEXPECTED_SHAPE,
                connector() + " gave a result for " + op() + " that does not fit the declared schema: "
                        + String.join("; ", problems)
                        + ". The operation may have taken effect. This is a fault of the connector; report it to its author.",
                Details.none().put("op", op()).put("problems", problems));
    }
}
