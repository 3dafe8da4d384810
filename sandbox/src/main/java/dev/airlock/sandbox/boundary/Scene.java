package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.Evidence;
import java.util.Optional;

/**
 * All that the boundary looks at when a call is over.
 *
 * @param connector the connector's name, for messages
 * @param auditId the call's audit id
 * @param ending how it ended
 * @param refusedGrowth the growth of memory or tables that Airlock's limit refused, if it refused one
 * @param stdout what the guest wrote to standard output
 * @param stderrEnd the last bytes of standard error, as text
 * @param evidence what the host saw of the outside world
 * @param look is run now and then while the output is read, and throws if the call has ended meanwhile
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the boundary
public record Scene(
        String connector,
        AuditId auditId,
        Ending ending,
        Optional<Ending.LimitReached> refusedGrowth,
        byte[] stdout,
        String stderrEnd,
        Evidence evidence,
        Runnable look) {}
