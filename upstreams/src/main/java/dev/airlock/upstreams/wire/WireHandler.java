package dev.airlock.upstreams.wire;

import java.io.IOException;

/** Decides what happens to each request. Called on a thread of its own per exchange, many at a time. */
@FunctionalInterface
public interface WireHandler {
    /** Answers the exchange, or leaves it unanswered. An exception means that the connection is gone. */
    void handle(WireExchange exchange) throws IOException;
}
