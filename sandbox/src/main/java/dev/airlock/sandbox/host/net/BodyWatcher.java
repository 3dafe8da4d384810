package dev.airlock.sandbox.host.net;

import java.util.List;

/**
 * Sees a body go out or come in, for exchanges that are large: to show how far they are, and to go on where one broke off. Called by
 * the thread of the exchange.
 */
public interface BodyWatcher {
    /** Sees nothing. */
    BodyWatcher NONE = new BodyWatcher() {};

    /**
     * More of the request's body was handed to the network.
     *
     * @param bytes how much of it so far
     */
    default void sent(long bytes) {}

    /** Headers have come, and a body follows. */
    default void begins(int status, List<HttpHeader> headers) {}

    /**
     * More of it has come.
     *
     * @param bytes how much of this body so far, decoded
     */
    default void received(long bytes) {}

    /**
     * The network broke a body off that needed no decoding.
     *
     * @param bytes what had come of it; not a copy
     */
    default void brokeOff(byte[] bytes) {}
}
