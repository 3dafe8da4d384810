package dev.airlock.sandbox.api;

import dev.airlock.failures.Cause;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.evidence.CallEvidence;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Finds the requests that the host saw one attempt send, in the attempt's outcome. */
public final class SeenRequests {
    /** A request about which nothing is known, so it may have had any effect. */
    private static final CallEvidence.Request UNKNOWN = new CallEvidence.Request("POST", true, false, false);

    private SeenRequests() {}

    /**
     * Returns the requests of an attempt. If its thread never came back, fewer exchanges are known than began; the
     * others may have had any effect.
     */
    public static CallEvidence of(Outcome outcome) {
        List<CallEvidence.Request> requests = new ArrayList<>();
        List<Exchange> told = outcome.transcript().exchanges();
        told.forEach(exchange -> requests.add(request(exchange)));
        if (told.size() < outcome.usage().exchanges() && !wasRefused(outcome)) {
            requests.add(UNKNOWN);
        }
        return new CallEvidence(requests);
    }

    /** The host counts an exchange that it refused to begin, but has nothing to report about it. */
    private static boolean wasRefused(Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed failed)) {
            return false;
        }
        return failed.failure().cause() instanceof Cause.Denied
                || (failed.failure().cause() instanceof Cause.LimitReached reached
                        && reached.limit() == LimitName.EXCHANGES);
    }

    private static CallEvidence.Request request(Exchange exchange) {
        return new CallEvidence.Request(
                exchange.method(),
                exchange.delivery().sent(),
                !exchange.delivery().keyIn().isEmpty(),
                exchange.result().saysNotDone());
    }
}
