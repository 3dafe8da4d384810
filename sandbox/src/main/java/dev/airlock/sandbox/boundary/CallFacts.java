package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Evidence;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The evidence for the boundary when a call is over.
 *
 * @param connector the connector's name, for messages
 * @param auditId the call's audit id
 * @param termination how it ended
 * @param refusedGrowth the growth of memory or tables that Airlock's limit refused, if it refused one
 * @param replyName where the reply was looked for, for messages: {@code standard output}
 * @param reply the guest's reply
 * @param mayOmitOutput whether the module may leave out an empty output: it knows the public contract and nothing of
 *     Airlock's own
 * @param stderrEnd the last bytes of standard error, as text
 * @param evidence what the host saw of the outside world
 * @param scrub removes the secrets of the call from a text
 * @param look runs now and then while the output is read, and throws if the call has ended meanwhile
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the boundary
public record CallFacts(
        String connector,
        AuditId auditId,
        Termination termination,
        Optional<Termination.LimitReached> refusedGrowth,
        String replyName,
        byte[] reply,
        boolean mayOmitOutput,
        String stderrEnd,
        Evidence evidence,
        UnaryOperator<String> scrub,
        Runnable look) {}
