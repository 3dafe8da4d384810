package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.Evidence;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * All that the boundary looks at when a call is over.
 *
 * @param connector the connector's name, for messages
 * @param auditId the call's audit id
 * @param ending how it ended
 * @param refusedGrowth the growth of memory or tables that Airlock's limit refused, if it refused one
 * @param replyName where the reply was looked for, for messages: {@code standard output}
 * @param reply what the guest replied
 * @param mayOmitOutput whether the module may leave an empty output out: it knows the public contract and nothing of Airlock's own
 * @param stderrEnd the last bytes of standard error, as text
 * @param evidence what the host saw of the outside world
 * @param scrub takes the secrets of the call out of a text
 * @param look is run now and then while the output is read, and throws if the call has ended meanwhile
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the boundary
public record Scene(
        String connector,
        AuditId auditId,
        Ending ending,
        Optional<Ending.LimitReached> refusedGrowth,
        String replyName,
        byte[] reply,
        boolean mayOmitOutput,
        String stderrEnd,
        Evidence evidence,
        UnaryOperator<String> scrub,
        Runnable look) {}
