package dev.airlock.upstreams.wire;

import java.io.IOException;

/** Answers requests. Many threads call it at the same time, at most one for each exchange. */
@FunctionalInterface
public interface WireHandler {
    /** Answers the exchange, or leaves it unanswered. An exception means that the connection is lost. */
    void handle(WireExchange exchange) throws IOException;
}
