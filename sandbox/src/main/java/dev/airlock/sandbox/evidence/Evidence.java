package dev.airlock.sandbox.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The host's evidence of the outside world during one call, against which a guest's claims are checked. Thread-safe: a
 * network thread may report that bytes went out.
 */
public final class Evidence {
    private final List<Exchange> exchanges = new ArrayList<>();
    private UnaryOperator<String> scrubber = UnaryOperator.identity();
    private volatile boolean requestSent;
    private volatile IdempotencyKey key = IdempotencyKey.none();
    private volatile SendingRecord ahead = SendingRecord.NONE;

    /** Searches requests for the call's idempotency key from now on. */
    public void lookFor(IdempotencyKey wanted) {
        key = wanted;
    }

    /** The call's idempotency key. */
    public IdempotencyKey key() {
        return key;
    }

    /** Keeps evidence of later requests ahead. */
    public void keepAhead(SendingRecord record) {
        ahead = record;
    }

    /** Keeps evidence of a request before its first byte goes out, unless it only reads. */
    public void before(SendingRecord.Outgoing request) {
        if (!CallEvidence.isRead(request.method())) {
            ahead.before(request);
        }
    }

    /** Records that a byte of a request is about to go out. Called before the first write and never revoked. */
    public void requestGoesOut() {
        requestSent = true;
    }

    /** Passes every recorded text of the outside world through this function from now on, which removes secrets. */
    public synchronized void scrubWith(UnaryOperator<String> scrub) {
        scrubber = scrub;
    }

    /** Records an exchange that is over. */
    public synchronized void add(Exchange exchange) {
        exchanges.add(exchange.scrubbedBy(scrubber));
    }

    /** Whether any byte of any exchange of the whole call went out. */
    public boolean requestSent() {
        return requestSent;
    }

    /** The exchange that ended last. */
    public synchronized Optional<Exchange> last() {
        return exchanges.isEmpty() ? Optional.empty() : Optional.of(exchanges.get(exchanges.size() - 1));
    }

    /** All exchanges that are over, oldest first. */
    public synchronized List<Exchange> all() {
        return List.copyOf(exchanges);
    }
}
