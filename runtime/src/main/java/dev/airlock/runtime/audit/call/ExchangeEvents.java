package dev.airlock.runtime.audit.call;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Converts a transcript to events: its exchanges, and the bindings whose credentials were sent. */
final class ExchangeEvents {
    private ExchangeEvents() {}

    static List<AuditEvent> of(AuditSubject subject, Transcript transcript) {
        List<AuditEvent> events = new ArrayList<>();
        for (Exchange exchange : transcript.exchanges()) {
            exchange.binding()
                    .filter(binding -> exchange.delivery().sent())
                    .ifPresent(binding -> events.add(
                            new AuditEvent.BindingUse(subject, binding, BindingName.kindIn(binding), exchange.host())));
            events.add(event(subject, exchange));
        }
        return events;
    }

    private static AuditEvent event(AuditSubject subject, Exchange exchange) {
        return new AuditEvent.Exchange(
                subject,
                exchange.method(),
                exchange.host() + exchange.request().target(),
                exchange.hop(),
                exchange.delivery().sent(),
                exchange.result() instanceof Exchange.Answered answered ? answered.status() : 0,
                problem(exchange.result()),
                exchange.delivery().bytesOut(),
                exchange.delivery().bytesIn(),
                exchange.delivery().millis());
    }

    private static String problem(Exchange.Result result) {
        return result.match(
                answered -> "",
                broken -> broken.kind().wireName(),
                () -> AuditEvent.Exchange.ENDED_WITH_CALL,
                open -> NetworkFailureKind.CIRCUIT_OPEN.wireName());
    }
}
