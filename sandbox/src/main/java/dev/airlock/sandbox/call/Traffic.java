package dev.airlock.sandbox.call;

/** How much went to and fro in one call. Belongs to the call's own thread; read by another one once the call is over. */
public final class Traffic {
    private long hostCalls;
    private long exchanges;
    private long bytesIn;
    private long bytesOut;

    /** Counts one call of Airlock's own host functions and returns how many there are now. */
    public long countHostCall() {
        return ++hostCalls;
    }

    /** Counts one exchange that is about to start and returns how many there are now. */
    public long countExchange() {
        return ++exchanges;
    }

    /** Counts bytes that came from an upstream, after decoding. */
    public void countIn(long bytes) {
        bytesIn += bytes;
    }

    /** Counts body bytes that went to an upstream. */
    public void countOut(long bytes) {
        bytesOut += bytes;
    }

    /** Calls of Airlock's own host functions. */
    public long hostCalls() {
        return hostCalls;
    }

    /** Exchanges started. */
    public long exchanges() {
        return exchanges;
    }

    /** Bytes received in response bodies. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Bytes sent in request bodies. */
    public long bytesOut() {
        return bytesOut;
    }
}
