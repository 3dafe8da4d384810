package dev.airlock.runtime.actions.step;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.actions.Action.Target;
import dev.airlock.runtime.schema.OperationShapes;
import java.time.Duration;
import java.util.List;

/** The failures for the runner's refusals. */
public final class Refusals {
    private static final String APPROVAL = "approval";

    private Refusals() {}

    public static Failure badInputs(AuditId auditId, Action action, List<String> problems) {
        return Failure.connectorRuntimeError(
                auditId,
                new Cause.BadInput(problems),
                "Action " + action.name() + " was not run, because its inputs do not fit: "
                        + OperationShapes.sentence(problems) + " " + OperationShapes.CORRECT_IT + ".",
                Details.none());
    }

    public static Failure noSuchAction(AuditId auditId, String why) {
        return Failure.connectorRuntimeError(auditId, Reason.BAD_INPUT, why, Details.none());
    }

    public static Failure changed(AuditId auditId, Action action, String agreed) {
        return Failure.hashMismatch(
                auditId,
                "Action " + action.name() + "@" + action.version(),
                agreed,
                action.hash(),
                "Nothing was run. airlock action show " + action.name()
                        + " shows the changes to its file. If you want them, agree with airlock action add; else restore"
                        + " the file.");
    }

    public static Failure nobodyToApprove(AuditId auditId, Action action) {
        return notApproved(
                auditId,
                action,
                "Action " + action.name() + " was not run: it needs approval, and there is no one to ask",
                "run it where a person can approve it");
    }

    public static Failure declined(AuditId auditId, Action action, String actor) {
        return notApproved(
                        auditId,
                        action,
                        "Action " + action.name() + " was not run: " + actor + " was asked and did not approve it",
                        "ask for the reason, and do not call it again unchanged")
                .withDetail(APPROVAL, "declined")
                .withDetail("decided_by", actor);
    }

    public static Failure notDecided(AuditId auditId, Action action, Duration waited) {
        return notApproved(
                        auditId,
                        action,
                        "Action " + action.name() + " was not run: there was no decision on its approval within "
                                + shown(waited),
                        "call it again when a person can decide")
                .withDetail(APPROVAL, "expired");
    }

    private static String shown(Duration time) {
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private static Failure notApproved(AuditId auditId, Action action, String what, String fix) {
        return Failure.capabilityDenied(
                auditId, Boundary.ACTION, Denial.ofApproval(what, action.name() + "@" + action.version(), fix));
    }

    static Failure notGranted(AuditId auditId, String step, Target target, RequiredConnector connector) {
        return Failure.capabilityDenied(
                auditId,
                Boundary.ACTION,
                new Denial(
                        "Step " + step + " asks for the operation " + Printable.quoted(target.op()) + " of "
                                + target.connector() + ", which the action does not declare",
                        target.op(),
                        connector.capabilities(),
                        "To allow it, add to capabilities of " + target.connector() + " in the action's file:\n",
                        Printable.quoted(target.op())));
    }

    static Failure notRequired(AuditId auditId, String step, Target target) {
        return Failure.capabilityDenied(
                auditId,
                Boundary.ACTION,
                new Denial(
                        "Step " + step + " asks for " + target.connector() + ", which the action does not require",
                        target.connector().toString(),
                        List.of(),
                        "name it under [[requires.connectors]] in the action's file"));
    }

    static Failure noSuchOperation(AuditId auditId, String step, Target target, String next) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.BAD_INPUT,
                "Step " + step + " was not run: the manifest of " + target.connector() + " declares no operation "
                        + Printable.quoted(target.op()) + ". " + next + " Correct the action's file.",
                Details.none().put("op", target.op()));
    }

    static Failure badTemplate(AuditId auditId, String step, String what) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.BAD_TEMPLATE,
                "Step " + step + " was not run: " + what
                        + " Check the output of the step before it, or correct the action's file.",
                Details.none());
    }

    static Failure badArguments(AuditId auditId, String step, Target target, List<String> problems) {
        return Failure.connectorRuntimeError(
                auditId,
                new Cause.BadInput(problems),
                "Step " + step + " was not run, because its arguments do not fit " + target.op() + " of "
                        + target.connector() + ": " + OperationShapes.sentence(problems)
                        + " " + OperationShapes.CORRECT_IT + ": with other inputs, or with a corrected action file.",
                Details.none().put("op", target.op()));
    }

    public static Failure badPolicy(AuditId auditId, String step, List<String> problems) {
        return Failure.connectorRuntimeError(
                auditId,
                new Cause.BadInput(problems),
                "Step " + step + " was not run, because its retry policy cannot be used: "
                        + OperationShapes.sentence(problems) + " Correct the action's file.",
                Details.none());
    }

    public static Failure hostFault(AuditId auditId, Action action, String correlationId) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.HOST_FAULT,
                "Airlock itself failed while it ran action " + action.name() + ". Report it with the correlation id "
                        + correlationId + ", which finds the log entry.",
                Details.none().put("correlation_id", correlationId));
    }
}
