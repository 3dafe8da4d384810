package dev.airlock.runtime.install.net;

import dev.airlock.sandbox.host.net.HttpResult;

/** What came of a request that may change something. */
public sealed interface Sent {
    /** The server answered: that it did it, that it did not, or that it cannot say. */
    record Answered(HttpResult.Response answer) implements Sent {}

    /**
     * No whole answer came, so nobody here knows whether it was done.
     *
     * @param why what happened, as sentences that are safe to show
     */
    record Lost(String why) implements Sent {}
}
