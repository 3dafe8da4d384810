package dev.airlock.registry.net;

import dev.airlock.sandbox.host.net.message.HttpResult;

/** The result of a request that may change something. */
public sealed interface Sent {
    /** The server answered: success, failure, or an error of its own. */
    record Answered(HttpResult.Response answer) implements Sent {}

    /**
     * There was no whole answer, so it is unknown whether the request took effect.
     *
     * @param why the reason, in sentences that are safe to show
     */
    record Lost(String why) implements Sent {}
}
