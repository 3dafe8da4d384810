package dev.airlock.sandbox.host.net.message;

import java.util.List;

/**
 * Watches the body of a large exchange, to show its progress, and to resume where it broke off. Called by the thread of
 * the exchange.
 */
public interface BodyWatcher {
    /** Ignores everything. */
    BodyWatcher NONE = new BodyWatcher() {};

    /**
     * Reports that more of the request's body was given to the network.
     *
     * @param bytes how much of it so far
     */
    default void sent(long bytes) {}

    /** Reports that headers have come, and a body follows. */
    default void begins(int status, List<HttpHeader> headers) {}

    /**
     * Reports that more of the body has come.
     *
     * @param bytes how much of this body so far, decoded
     */
    default void received(long bytes) {}

    /**
     * Reports that the network broke off a body that needed no decoding.
     *
     * @param bytes the bytes that had come; not a copy
     */
    default void brokeOff(byte[] bytes) {}
}
