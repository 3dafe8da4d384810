package dev.airlock.runtime.actions.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Template;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.source.Pins;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.schema.JsonShape;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.util.Map;
import java.util.Optional;

/** Turns the declaration of a step into a target and arguments, or refuses it. An invalid step is never called. */
public final class StepPreparation {
    private final Action action;
    private final AuditId auditId;
    private final Sandbox sandbox;
    private final CircuitGate circuits;
    private final Map<ConnectorName, ReadyConnector> connectors;

    /**
     * @param auditId the action's id in the audit log, also for refusals
     * @param connectors the action's connectors
     */
    public StepPreparation(
            Action action,
            AuditId auditId,
            Sandbox sandbox,
            CircuitGate circuits,
            Map<ConnectorName, ReadyConnector> connectors) {
        this.action = action;
        this.auditId = auditId;
        this.sandbox = sandbox;
        this.circuits = circuits;
        this.connectors = connectors;
    }

    /** The result of preparing a step. */
    public sealed interface Prepared {
        /** The step can be called. */
        record Callable(Target target, ObjectNode args) implements Prepared {}

        /** The step is refused. */
        record Refused(Failure failure) implements Prepared {}
    }

    public Prepared prepare(String step, Action.Target wanted, StepValues values) {
        Optional<Failure> denied = denied(step, wanted);
        if (denied.isPresent()) {
            return new Prepared.Refused(denied.get());
        }
        ReadyConnector connector = connectors.get(wanted.connector());
        if (connector == null) {
            return new Prepared.Refused(Refusals.notRequired(auditId, step, wanted));
        }
        Template.Filled filled = values.fill(wanted.inputs());
        if (filled instanceof Template.Filled.Problem problem) {
            return new Prepared.Refused(Refusals.badTemplate(auditId, step, problem.what()));
        }
        JsonNode value = ((Template.Filled.Value) filled).value();
        return prepare(step, wanted, connector, (ObjectNode) value);
    }

    private Prepared prepare(String step, Action.Target wanted, ReadyConnector connector, ObjectNode args) {
        OperationShapes.Fit fit = connector.shapes().fit(wanted.op(), args);
        if (fit instanceof OperationShapes.Fit.NoOperation none) {
            return new Prepared.Refused(Refusals.noSuchOperation(auditId, step, wanted, none.next()));
        }
        if (fit instanceof OperationShapes.Fit.Wrong wrong) {
            return new Prepared.Refused(Refusals.badArguments(auditId, step, wanted, wrong.problems()));
        }
        return fit instanceof OperationShapes.Fit.Unusable unusable
                ? new Prepared.Refused(Pins.unusable(
                        wanted.connector().toString(), auditId, schemaOf("arguments", wanted.op(), unusable.why())))
                : target(connector, wanted.op(), args);
    }

    private Optional<Failure> denied(String step, Action.Target wanted) {
        Optional<Action.RequiredConnector> required = action.connector(wanted.connector());
        if (required.isEmpty()) {
            return Optional.of(Refusals.notRequired(auditId, step, wanted));
        }
        return required.get().capabilities().contains(wanted.op())
                ? Optional.empty()
                : Optional.of(Refusals.notGranted(auditId, step, wanted, required.get()));
    }

    private Prepared target(ReadyConnector connector, String op, ObjectNode args) {
        Target target = new ConnectorTarget(
                sandbox,
                connector.loaded(),
                op,
                circuits,
                connector.pinned().files().integrity(),
                connector.credentials());
        Optional<JsonShape.Reading> shape = connector.shapes().result(op);
        if (shape.isEmpty()) {
            return new Prepared.Callable(target, args);
        }
        if (shape.get() instanceof JsonShape.Reading.Unusable unusable) {
            String name = connector.pinned().required().reference().toString();
            return new Prepared.Refused(Pins.unusable(name, auditId, schemaOf("result", op, unusable.why())));
        }
        JsonShape usable = ((JsonShape.Reading.Usable) shape.get()).shape();
        return new Prepared.Callable(new CheckedTarget(target, usable), args);
    }

    private static String schemaOf(String what, String op, String why) {
        return "of the schema of the " + what + " of " + op + " that its manifest publishes, " + why;
    }
}
