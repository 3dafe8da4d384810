package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.recovery.RecoveryHandler.Frame;
import dev.airlock.runtime.recovery.RecoveryHandler.Incident;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.RecoveryEvent.Subject;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.KeyStore.Sending;
import dev.airlock.sandbox.evidence.CallEvidence;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A call that finds its key in doubt. The evidence that the earlier call left decides whether this one may go on in its place.
 *
 * @param call the call that asks now
 * @param doubt the doubt about the earlier one
 */
record KeyInDoubt(RecoveryCall call, Claim.InDoubt doubt) {
    /**
     * Returns whether this call may go on in the other's place: that one sent nothing but reads, or every request that it sent bore the key,
     * or the operation is declared idempotent. One that is declared not to be is never repeated, since reads leave no evidence.
     */
    boolean mayBeTakenOver() {
        return doubt.sent().isPresent()
                && switch (call.declared()) {
                    case IDEMPOTENT, NOTHING -> Playbook.mayBeRepeated(evidence(), call.declared());
                    case NOT_IDEMPOTENT, NOT_IDEMPOTENT_ONCE_SENT -> false;
                };
    }

    /** Returns what the earlier call may have changed, for a call that goes on in its place. */
    SideEffects sideEffects() {
        return evidence().sideEffects(call.declared(), call.identity().key().orElseThrow());
    }

    private CallEvidence evidence() {
        return new CallEvidence(doubt.sent().orElse(List.of()).stream()
                .map(sent -> new CallEvidence.Request(sent.method(), true, sent.bearsKey(), false))
                .toList());
    }

    /** Returns why the call is not made. */
    Failure failure() {
        String sent = doubt.sent()
                .filter(requests -> !requests.isEmpty())
                .map(requests -> " It may have sent "
                        + requests.stream().map(KeyInDoubt::words).distinct().collect(Collectors.joining(", ")) + ".")
                .orElse("");
        Failure failure = failure(call, sent);
        return doubt.call().isEmpty() ? failure : failure.withDetail("earlier", Map.of("audit_id", doubt.call()));
    }

    private static String words(Sending sent) {
        return sent.method() + " to " + sent.host() + (sent.bearsKey() ? " with the key" : " without the key");
    }

    /**
     * Returns the failure of a call whose key is in doubt.
     *
     * @param sent what is known of the earlier one, as a sentence after a space; may be empty
     */
    static Failure failure(RecoveryCall call, String sent) {
        return Failure.connectorRuntimeError(
                call.identity().auditId().orElseThrow(),
                Reason.KEY_REUSED,
                "A call of " + call.target().op()
                        + " with this idempotency key was started, and its outcome is not known." + sent
                        + " Check the service; if it was not done, call again with a new key.",
                Details.none().put("key_state", "in_doubt"));
    }

    /** Returns the doubt as an incident, for a person. */
    Incident incident(Frame frame) {
        AuditId id = call.identity().auditId().orElseThrow();
        Subject subject =
                new Subject(id, call.target().connector(), call.target().op());
        return new Incident(subject, failure(), Verdict.REPEAT_UNSAFE, frame);
    }
}
