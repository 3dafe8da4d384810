package dev.airlock.sandbox.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The counts of one call's host calls, exchanges and bytes. Written by the call's own thread; another thread reads them
 * once the call is over, or when its thread is given up.
 */
public final class Traffic {
    private final AtomicLong hostCalls = new AtomicLong();
    private final AtomicLong exchanges = new AtomicLong();
    private final AtomicLong bytesIn = new AtomicLong();
    private final AtomicLong bytesOut = new AtomicLong();

    /** Counts one call of Airlock's own host functions and returns how many there are now. */
    public long countHostCall() {
        return hostCalls.incrementAndGet();
    }

    /** Counts one exchange that is about to start and returns how many there are now. */
    public long countExchange() {
        return exchanges.incrementAndGet();
    }

    /** Counts bytes that came from an upstream, after decoding. */
    public void countIn(long bytes) {
        bytesIn.addAndGet(bytes);
    }

    /** Counts bytes of a request's body that are about to go to an upstream. */
    public void countOut(long bytes) {
        bytesOut.addAndGet(bytes);
    }

    /** Calls of Airlock's own host functions. */
    public long hostCalls() {
        return hostCalls.get();
    }

    /** Exchanges started. */
    public long exchanges() {
        return exchanges.get();
    }

    /** Bytes received in response bodies. */
    public long bytesIn() {
        return bytesIn.get();
    }

    /** Bytes sent in request bodies. */
    public long bytesOut() {
        return bytesOut.get();
    }
}
