package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.result.Result;
import java.util.Optional;
import java.util.UUID;

/** Makes calls of loaded connectors, records them and reports their results. Thread-safe. */
final class Calls {
    private final AirlockBuilder settings;
    private final Wiring wiring;

    Calls(AirlockBuilder settings, Wiring wiring) {
        this.settings = settings;
        this.wiring = wiring;
    }

    /**
     * A call with its generated ids.
     *
     * @param id its id in the audit log
     * @param drawn the idempotency key to use if its caller gave none
     */
    record Drawn(CallRequest request, AuditId id, String drawn) {
        static Drawn of(CallRequest request) {
            return new Drawn(
                    request,
                    request.auditId().orElseGet(AuditId::random),
                    UUID.randomUUID().toString());
        }

        /** Returns the key for the record. A reversal's key is its token, which must stay secret. */
        private String recordedKey() {
            return request.reverses().isPresent() ? "" : request.key().orElse(drawn);
        }
    }

    /**
     * An operation of a connector that this runtime loaded.
     *
     * @param hosted the connector
     * @param target makes its attempts
     */
    private record HostedTarget(HostedConnector hosted, Target target) implements ForwardingTarget {
        @Override
        public Optional<Failure> refusal(AuditId call, ObjectNode args) {
            return hosted.shapes().refusal(call, op(), args);
        }
    }

    /** Makes a call. */
    CallResult make(HostedConnector wanted, CallRequest request) {
        wanted.requireOpen(); // before the record begins
        HostedConnector connector = wanted.forCall(request.cancellation());
        Drawn call = Drawn.of(request);
        return make(connector, call, begun(wiring.calls(), call, connector.recorded(), connector.secrets()));
    }

    /** Makes a call whose record has begun. */
    CallResult make(HostedConnector connector, Drawn call, RecordedCall record) {
        String op = call.request().op();
        wiring.listener().calling(connector.name(), op);
        Result result = call.request()
                .reverses()
                .map(reversal -> reversed(connector, reversal, call, record))
                .orElseGet(() -> recovered(connector, call, record));
        return notifyListeners(new CallResult(
                connector.name(),
                op,
                call.id(),
                result,
                record.recorded(),
                wiring.isReversible(target(connector, op), call.id(), result)));
    }

    /** Ends the record of a call that was not made. */
    CallResult notMade(String connector, Drawn call, Result result, RecordedCall record) {
        Result known = record.refusal().<Result>map(Result.Failed::notMade).orElse(result);
        record.end(known.outcome());
        return notifyListeners(
                new CallResult(connector, call.request().op(), call.id(), known, record.recorded(), false));
    }

    private CallResult notifyListeners(CallResult result) {
        wiring.listener().callEnded(result);
        return result;
    }

    /** Records that a call is about to be made, and the consents of its caller. */
    RecordedCall begun(AuditedCalls log, Drawn call, AuditSubject.ConnectorIdentity connector, Redactor secrets) {
        CallRequest request = call.request();
        AuditSubject subject =
                new AuditSubject(call.id(), request.actor().orElse(settings.actor), connector, request.op());
        RecordedCall record = log.begin(subject, request.args(), call.recordedKey(), secrets);
        request.consents()
                .forEach(consent -> record.note(new AuditEvent.Consent(subject, consent.what(), consent.subjects())));
        return record;
    }

    private Result recovered(HostedConnector connector, Drawn drawn, RecordedCall record) {
        CallRequest request = drawn.request();
        RecoveryCall whole = RecoveryCall.of(target(connector, request.op()), request.args())
                .as(new RecoveryCall.Identity(
                        Optional.of(drawn.id()),
                        request.actor().orElse(settings.actor),
                        request.key(),
                        Optional.of(drawn.drawn())))
                .from(request.source())
                .with(request.retry().orElse(settings.retry))
                .with(request.step())
                .endedBy(request.cancellation());
        RecoveryCall call = settings.recovers ? whole : whole.withoutRecovery();
        fallback(call).ifPresent(record::fallingBackOn);
        return request.conversation()
                .map(conversation -> wiring.recoveries().runIn(conversation, call, request.insists(), record))
                .orElseGet(() -> wiring.recoveries().run(call, record));
    }

    private static Optional<AuditSubject.ConnectorIdentity> fallback(RecoveryCall call) {
        return call.step()
                .fallback()
                .flatMap(other -> other.target() instanceof HostedTarget hosted
                        ? Optional.of(hosted.hosted().recorded())
                        : Optional.empty());
    }

    private Result reversed(HostedConnector connector, Recoveries.Reversal reversal, Drawn call, RecordedCall record) {
        return wiring.recoveries()
                .reverse(
                        reversal,
                        token -> token.connector().equals(connector.name())
                                ? Optional.of(target(connector, token.reversal()))
                                : Optional.empty(),
                        call.request().cancellation(),
                        record);
    }

    Target target(HostedConnector connector, String op) {
        return new HostedTarget(connector, wiring.target(connector, op));
    }
}
