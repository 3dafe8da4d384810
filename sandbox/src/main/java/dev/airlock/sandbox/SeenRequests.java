package dev.airlock.sandbox;

import dev.airlock.failures.Cause;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallEvidence;
import dev.airlock.sandbox.call.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Finds in the outcome of one attempt what the host saw it send. */
public final class SeenRequests {
    /** A request of which nothing is known, so it may have done anything. */
    private static final CallEvidence.Request UNKNOWN = new CallEvidence.Request("POST", true, false, false);

    private SeenRequests() {}

    /** The requests of an attempt. Where its thread never came back, fewer exchanges are known than were begun; the rest may have been anything. */
    public static CallEvidence of(Outcome outcome) {
        List<CallEvidence.Request> requests = new ArrayList<>();
        List<Exchange> told = outcome.transcript().exchanges();
        told.forEach(exchange -> requests.add(request(exchange)));
        if (told.size() < outcome.usage().exchanges() && !wasRefused(outcome)) {
            requests.add(UNKNOWN);
        }
        return new CallEvidence(requests);
    }

    /** An exchange that the host would not begin is counted, and there is nothing to tell of it. */
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
